(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Clipping by half planes, and Lemma 3 of ../certificate.md.

   clip is that of the checker (pipeline/prove/base/geometry.cpp): nothing if no corner is strictly inside of the line;
   else of each edge its first corner, if that is not outside, and the point where the edge crosses the line.
   1. What is strictly inside of the polygon and of the line is on the left of all edges of the result: edges of the
      polygon are shortened; a new edge runs along the line, from where the boundary leaves to where it comes back
      (walk, new_edge).
   2. So the result is convex, and if a corner is strictly inside of the line it has an interior (clip_convex,
      clip_interior). What is inside of the result is inside of both (clip_inside).
   3. Induction over the half planes gives the lemma. *)
Require Import QArith List Lqa.
Require Import Plane.
Import ListNotations.
Open Scope Q_scope.

(* The point of an edge that crosses the line. *)
Definition crossing (l : line) (e : edge) : point :=
  mix (value l (fst e) / (value l (fst e) - value l (snd e))) (fst e) (snd e).
Definition crosses (l : line) (e : edge) : list point :=
  if Qlt_le_dec (value l (fst e) * value l (snd e)) 0 then [crossing l e] else [].
Definition kept (l : line) (c : point) : list point := if Qlt_le_dec (value l c) 0 then [] else [c].
Definition strictly_inside (l : line) (c : point) : bool := if Qlt_le_dec 0 (value l c) then true else false.
Definition clipped (l : line) (e : edge) : list point := kept l (fst e) ++ crosses l e.
Definition clip (P : polygon) (l : line) : polygon :=
  if existsb (strictly_inside l) P then flat_map (clipped l) (edges P) else [].
(* By all half planes, one after the other. Of nothing, clip leaves nothing. *)
Definition clip_all (P : polygon) (ls : list line) : polygon := fold_left clip ls P.
Lemma crossing_between : forall l a b, value l a * value l b < 0 -> exists t, 0 < t /\ t < 1 /\
  crossing l (a, b) = mix t a b /\ value l (crossing l (a, b)) == 0.
Proof. intros l a b H. unfold crossing. simpl. set (u := value l a) in *. set (v := value l b) in *.
  assert (S : ~ u - v == 0) by nra. set (t := u / (u - v)). assert (T : t * (u - v) == u) by (unfold t; field; auto).
  assert (C : 0 < u /\ v < 0 \/ u < 0 /\ 0 < v) by (destruct (Qlt_le_dec 0 u); [left|right]; split; nra).
  exists t. repeat split; try (destruct C; nra). rewrite value_mix. fold u v. lra. Qed.
Lemma mix_ends : forall p t (a b : point), value (side (mix t a b, b)) p == (1 - t) * value (side (a, b)) p /\
  value (side (a, mix t a b)) p == t * value (side (a, b)) p.
Proof. intros. unfold value. simpl. split; ring. Qed.
(* The boundary leaves the line's inside at e, toward b, and comes back at f, from c. *)
Lemma new_edge : forall l (p b c e f : point), value l b < 0 -> value l c < 0 -> 0 < value l p ->
  value l e == 0 -> value l f == 0 -> 0 <= value (side (e, b)) c -> 0 < value (side (e, b)) p ->
  0 < value (side (c, f)) p -> 0 < value (side (e, f)) p.
Proof. intros l p b c e f B C P E F W X Y. set (S := la l * la l + lb l * lb l). set (k := fun q : point => lb l * fst q - la l * snd q).
  assert (K : forall x y q : point, S * value (side (x, y)) q ==
    (k y - k x) * (value l q - value l x) - (value l y - value l x) * (k q - k x)). { intros. unfold S, k, value. simpl. ring. }
  pose proof (K e b p) as KX. pose proof (K c f p) as KY. pose proof (K e b c) as KW. pose proof (K e f p) as KZ.
  rewrite E in KX. rewrite F in KY. rewrite E in KW. rewrite E, F in KZ.
  set (x := value (side (e, b)) p) in *. set (y := value (side (c, f)) p) in *. set (w := value (side (e, b)) c) in *.
  set (z := value (side (e, f)) p) in *. set (lB := value l b) in *. set (lC := value l c) in *. set (lP := value l p) in *.
  set (t := k f - k e). assert (T : - lB * (t * (lP - lC)) == S * (- lC * x + - lB * y + lP * w)).
  { setoid_replace (S * (- lC * x + - lB * y + lP * w)) with (- lC * (S * x) + - lB * (S * y) + lP * (S * w)) by ring.
    rewrite KX, KY, KW. unfold t. ring. } assert (S0 : 0 <= S) by (unfold S; nra). assert (R : 0 < - lC * x + - lB * y + lP * w) by nra.
  assert (S1 : 0 < S).
  { destruct (Qlt_le_dec 0 S) as [|N]; auto. exfalso. assert (Z : la l == 0 /\ lb l == 0) by (unfold S in N; split; nra).
    destruct Z as [Z Z']. unfold lB, lP, value in *. rewrite Z, Z' in *. lra. } assert (T0 : 0 < t).
  { destruct (Qlt_le_dec 0 t) as [|N]; auto. exfalso.
    assert (0 < S * (- lC * x + - lB * y + lP * w)) by nra. assert (0 <= - lB * (lP - lC)) by nra.
    assert (t * (- lB * (lP - lC)) <= 0) by nra. lra. } assert (0 < S * z) by (rewrite KZ; unfold t in T0; nra). nra. Qed.

(* The corners of the result behind a, on the way to the points of the list. *)
Fixpoint after (l : line) (a : point) (r : list point) : list point :=
  match r with [] => [] | b :: r => crosses l (a, b) ++ kept l b ++ after l b r end.
Fixpoint end_of (a : point) (r : list point) : point := match r with [] => a | b :: r => end_of b r end.
Lemma walk : forall P l p, convex P -> inside P p -> 0 < value l p -> forall r a,
  0 < value l (end_of a r) -> (forall e, In e (path a r) -> In e (edges P)) ->
  (0 <= value l a -> forall e, In e (path a (after l a r)) -> 0 < value (side e) p) /\
  (value l a < 0 -> forall x b, value l x == 0 -> value l b < 0 -> 0 < value (side (x, b)) p ->
    (forall c, In c P -> 0 <= value (side (x, b)) c) ->
    forall e, In e (path x (after l a r)) -> 0 < value (side e) p).
Proof. intros P l p [_ C] I L. induction r as [|b r IH]; intros a Z E; simpl in *. { split; [intros _ e []|]. intros. exfalso. lra. }
  destruct (IH b Z (fun e H => E e (or_intror H))) as [G K].
  assert (AB : In (a, b) (edges P)) by (apply E; auto). destruct (edges_corners P a b AB) as [PA PB].
  assert (S := I _ AB). assert (Q : forall c, In c P -> 0 <= value (side (a, b)) c) by (intros c H; apply C; auto).
  unfold crosses, kept. simpl. destruct (Qlt_le_dec (value l a * value l b) 0) as [X|X], (Qlt_le_dec (value l b) 0) as [B|B]; simpl.
  - assert (A : 0 < value l a) by nra. split; [intros _|intros; exfalso; lra].
    destruct (crossing_between l a b X) as [t [T [T' [M V]]]]. destruct (mix_ends p t a b) as [M1 M2].
    intros e [<-|H]; [rewrite M, M2; nra|]. apply (K B (crossing l (a, b)) b V B); auto. + rewrite M, M1. nra.
    + intros c H'. destruct (mix_ends c t a b) as [N1 N2]. specialize (Q c H'). rewrite M, N1. nra.
  - assert (A : value l a < 0) by nra. split; [intros; exfalso; lra|]. intros _ x y VX VY SX SC.
    destruct (crossing_between l a b X) as [t [T [T' [M V]]]]. destruct (mix_ends p t a b) as [M1 M2].
    intros e [<-|[<-|H]]; [|rewrite M, M1; nra|apply G; auto]. apply (new_edge l p y a); auto. rewrite M, M2. nra.
  - split. + intros A. assert (value l a == 0) by nra. apply (K B a b); auto. + intros A x y VX VY SX SC. apply (K B x y); auto.
  - split. + intros A e [<-|H]; auto. + intros A x y VX VY SX SC e [<-|H]; [|apply G; auto]. apply (new_edge l p y a); auto. nra. Qed.
Lemma end_of_app : forall r a z, end_of a (r ++ [z]) = z.
Proof. induction r; simpl; auto. Qed.
Lemma after_path : forall l r a, flat_map (clipped l) (path a r) ++ kept l (end_of a r) =
  kept l a ++ after l a r.
Proof. induction r as [|b r IH]; intros a; simpl; [rewrite app_nil_r; auto|]. unfold clipped. rewrite <- !app_assoc, IH. auto. Qed.
Lemma corner_inside : forall P l, existsb (strictly_inside l) P = true <-> exists c, In c P /\ 0 < value l c.
Proof. intros. rewrite existsb_exists. unfold strictly_inside.
  split; intros [c [I H]]; exists c; (split; [auto|]); destruct (Qlt_le_dec 0 (value l c)); auto; try discriminate; lra. Qed.
(* What is inside of the polygon and of the line is inside of the result. *)
Lemma inside_clip : forall P l p, convex P -> inside P p -> 0 < value l p -> inside (clip P l) p.
Proof. intros P l p C I L. unfold clip. destruct (existsb (strictly_inside l) P) eqn:X; [|intros e []].
  apply corner_inside in X. destruct X as [z [Z V]]. apply in_split in Z. destruct Z as [u [v Z]]. set (F := clipped l).
  destruct (edges_rotated u (z :: v)) as [k [m [K M]]]. rewrite <- Z in K.
  destruct (edges_rotated (flat_map F k) (flat_map F m)) as [k' [m' [K' M']]].
  intros e H. rewrite K, flat_map_app in H. fold F in H. rewrite K' in H. assert (H' : In e (edges (flat_map F (edges (z :: v ++ u))))).
  { change (z :: v ++ u) with ((z :: v) ++ u). rewrite M, flat_map_app, M'. apply in_app_or in H. apply in_or_app. tauto. }
  simpl edges in H'. pose proof (after_path l ((v ++ u) ++ [z]) z) as A. fold F in A. rewrite end_of_app in A.
  unfold kept in A. destruct (Qlt_le_dec (value l z) 0); [exfalso; lra|]. simpl in A.
  destruct (flat_map F (path z ((v ++ u) ++ [z]))) as [|y r] eqn:R; [destruct H'|].
  simpl in A. inversion A as [[Y T]]. subst y. simpl in H'. rewrite T in H'.
  destruct (walk P l p C I L ((v ++ u) ++ [z]) z) as [G _]; [rewrite end_of_app; auto| |apply G; auto; lra].
  intros f J. change (In f (edges ((z :: v) ++ u))) in J. rewrite M in J. rewrite K. apply in_app_or in J. apply in_or_app. tauto. Qed.
(* Corners of the result are not outside of the polygon, nor of the line. *)
Lemma corners_clip : forall P l c, convex P -> In c (clip P l) -> over P c /\ 0 <= value l c.
Proof. intros P l c [_ C] H. unfold clip in H. destruct (existsb (strictly_inside l) P); [|destruct H].
  apply in_flat_map in H. destruct H as [[a b] [E H]]. destruct (edges_corners P a b E) as [A B].
  apply in_app_or in H. simpl in H. destruct H as [H|H].
  - unfold kept in H. destruct (Qlt_le_dec (value l a) 0); [destruct H|]. destruct H as [<-|[]]. auto.
  - unfold crosses in H. simpl in H. destruct (Qlt_le_dec (value l a * value l b) 0) as [X|]; [|destruct H]. destruct H as [<-|[]].
    destruct (crossing_between l a b X) as [t [T [T' [M V]]]]. split; [|lra].
    intros e F. rewrite M, value_mix. assert (V1 := C a A e F). assert (V2 := C b B e F). nra. Qed.
Lemma clip_nothing : forall P l, convex P -> clip P l = [] <-> forall c, In c P -> value l c <= 0.
Proof. intros P l [N _]. unfold clip. destruct (existsb (strictly_inside l) P) eqn:X.
  - apply corner_inside in X. destruct X as [c [I V]]. split; intros H; [exfalso|exfalso; apply H in I; lra].
    destruct (edge_from P c I) as [d D]. assert (K : In c []); [|destruct K]. rewrite <- H.
    apply in_flat_map. exists (c, d). split; auto. apply in_or_app. left. unfold kept. simpl.
    destruct (Qlt_le_dec (value l c) 0); [lra|left; auto].
  - split; auto. intros _ c I. destruct (Qlt_le_dec 0 (value l c)) as [V|V]; auto. exfalso.
    assert (existsb (strictly_inside l) P = true); [|congruence]. apply corner_inside. eauto. Qed.
(* A convex polygon with interior and a corner strictly inside of the line has interior points in common with it. *)
Lemma clip_interior : forall P l, convex P -> (exists q, inside P q) -> clip P l <> [] ->
  exists p, inside P p /\ 0 < value l p.
Proof. intros P l C [q I] N. destruct (some_or_none _ (value l) P) as [[c [H V]]|E].
  -    set (v := value l c) in *. set (w := value l q). assert (T : exists t, 0 < t /\ t <= 1 /\ 0 < (1 - t) * v + t * w).
    { destruct (Qlt_le_dec 0 w); [exists 1; repeat split; lra|]. exists (v / (v - w) * (1 # 2)).
      assert (U : v / (v - w) * (v - w) == v) by (field; lra). assert (0 < v / (v - w)) by (apply Qlt_shift_div_l; lra).
      assert (v / (v - w) <= 1) by (apply Qle_shift_div_r; lra). repeat split; nra. }
    destruct T as [t [T [T' W]]]. exists (mix t c q). split; [|rewrite value_mix; exact W].
    intros e F. apply mix_positive; auto. apply C; auto.
  - exfalso. apply N, clip_nothing; auto. Qed.
(* The result is convex, and what is inside of it is what is inside of the polygon and of the line. *)
Lemma clip_convex : forall P l, convex P -> (exists q, inside P q) -> clip P l <> [] ->
  convex (clip P l) /\ forall p, inside (clip P l) p <-> inside P p /\ 0 < value l p.
Proof. intros P l C Q N. destruct (clip_interior P l C Q N) as [q [I V]].
  split; [split; auto|intro p; split; [|intros [H K]; apply inside_clip; auto]].
  - intros c H e E. destruct (corners_clip P l c C H) as [O W]. destruct (Qlt_le_dec (value (side e) c) 0) as [B|]; auto.
    exfalso. set (v := value (side e) c) in *. set (w := value (side e) q).
    assert (T : exists t, 0 < t /\ t <= 1 /\ (1 - t) * v + t * w <= 0).
    { destruct (Qlt_le_dec 0 w); [|exists 1; repeat split; lra]. exists (- v / (w - v)).
      assert (U : - v / (w - v) * (w - v) == - v) by (field; lra). assert (0 < - v / (w - v)) by (apply Qlt_shift_div_l; lra).
      assert (- v / (w - v) <= 1) by (apply Qle_shift_div_r; lra). repeat split; nra. }
    destruct T as [t [T [T' S]]]. assert (J : inside (clip P l) (mix t c q)).
    { apply inside_clip; auto; [intros f F|]; apply mix_positive; auto. } apply J in E. rewrite value_mix in E. fold v w in E. lra.
  - intro J. split. + intros e E. apply (positive_inside (clip P l) p (side e) N J). * intros c H. apply (corners_clip P l c C H); auto.
      * left. intros [A B]. assert (Z := I e E). destruct e as [a b]. unfold value in Z. simpl in *.
        assert (X : snd a == snd b) by lra. assert (Y : fst b == fst a) by lra. rewrite X, Y in Z. lra.
    + apply (positive_inside (clip P l) p l N J). * intros c H. apply (corners_clip P l c C H).
      * destruct (some_or_none _ (value l) (clip P l)) as [E|E]; [right; auto|left]. intros [A B].
        destruct (clip P l) as [|c r]; [tauto|]. specialize (E c (or_introl eq_refl)). unfold value in *. rewrite A, B in *. lra. Qed.
Lemma clip_all_nothing : forall ls, clip_all [] ls = [].
Proof. induction ls; auto. Qed.
(* What is left at last is convex, and its interior is what the interiors have in common. *)
Lemma clip_all_interior : forall ls P, convex P -> (exists q, inside P q) -> clip_all P ls <> [] ->
  convex (clip_all P ls) /\ (exists q, inside (clip_all P ls) q) /\
  forall p, inside (clip_all P ls) p <-> inside P p /\ forall l, In l ls -> 0 < value l p.
Proof. induction ls as [|l ls IH]; intros P C Q N; simpl in *.
  - split; [auto|split; [auto|]]. intro p. split; [intro H; split; [auto|intros l []]|tauto].
  - destruct (clip P l) as [|c r] eqn:R. { exfalso. apply N. apply clip_all_nothing. }
    rewrite <- R in *. assert (M : clip P l <> []) by congruence.
    destruct (clip_convex P l C Q M) as [D E]. destruct (clip_interior P l C Q M) as [q H].
    destruct (IH (clip P l) D (ex_intro _ q (proj2 (E q) H)) N) as [F [G K]]. split; [auto|split; [auto|]]. intro p. rewrite K, E. split.
    + intros [[A B] S]. split; auto. intros m [<-|I]; auto. + intros [A B]. auto. Qed.

(* Lemma 3: clipping ends with nothing if and only if the interiors of the polygon and of all half planes have no common
   point. *)
Theorem lemma_3 : forall ls P, convex P -> (exists q, inside P q) ->
  (clip_all P ls = [] <-> ~ exists p, inside P p /\ forall l, In l ls -> 0 < value l p).
Proof. intros ls P C Q. split.
  - revert P C Q. induction ls as [|l ls IH]; intros P C Q R [p [I H]]; simpl in R. { apply C. exact R. }
    assert (V : 0 < value l p) by auto with datatypes. destruct (clip P l) as [|c r] eqn:S.
    + apply (not_all_below P p l); auto; [apply C|]. intros c K. apply (proj1 (clip_nothing P l C) S) in K. lra.
    + rewrite <- S in R. assert (N : clip P l <> []) by congruence. destruct (clip_convex P l C Q N) as [D E].
      assert (J : inside (clip P l) p) by (apply E; auto).
      apply (IH (clip P l) D (ex_intro _ p J) R). exists p. split; [auto|]. intros m K. apply H. right. exact K.
  - intro H. destruct (clip_all P ls) as [|c r] eqn:R; auto. exfalso. apply H.
    destruct (clip_all_interior ls P C Q) as [_ [[q I] E]]; [congruence|]. exists q. apply E. exact I. Qed.

(* The shortcut: if all corners of a polygon are outside of a side of another one, or on it, so is its interior. *)
Theorem apart : forall P l, convex P -> (forall c, In c P -> value l c <= 0) -> forall p, inside P p -> value l p <= 0.
Proof. intros P l [N _] H p I. destruct (Qlt_le_dec 0 (value l p)) as [V|V]; auto. exfalso.
  apply (not_all_below P p l); auto. intros c K. apply H in K. lra. Qed.
