(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* A convex polygon winds once around the points inside of it, and not around those outside: what Lemma 1 of
   ../certificate.md requires of its polygons, here of those that Lemma 2 describes.

   The polygon has each corner on the left of each edge or on its line, and its corners ascend by x (by y where x is the
   same) from the first to the last one, and from there descend back to the first.
   1. Outside: one edge e has p on its right, or on its line. If e runs from left to right, p is below it, all corners
      are above it, so all edges over the x of p are above p. They cancel. If e runs back, none is above p (right_of).
   2. Inside: of edges that ascend p is on the left, so above. Edges that descend are above p, and there is one over the
      x of p, as some corners are on both sides of p (inside_once). *)
Require Import ZArith QArith List Lia Lqa.
Require Import Steps Plane EdgesAbove.
Import ListNotations.
Open Scope Q_scope.

Definition before (p q : point) : Prop := fst p < fst q \/ (fst p == fst q /\ snd p < snd q).
Definition ascends (es : list edge) : Prop := forall e, In e es -> before (fst e) (snd e).
Definition descends (es : list edge) : Prop := forall e, In e es -> before (snd e) (fst e).
(* Up from the first corner to the last one, and back down, once. *)
Definition once_around (P : polygon) : Prop := exists u v first up last down,
  P = u ++ v /\ v ++ u = first :: up ++ last :: down /\
  ascends (path first (up ++ [last])) /\ descends (path last (down ++ [first])).
Definition on_edge (p : point) (e : edge) : Prop := exists t, 0 <= t /\ t <= 1 /\ same p (mix t (fst e) (snd e)).
Definition off (P : polygon) (p : point) : Prop := forall e, In e (edges P) -> ~ on_edge p e.
(* What is added up of the ends of edges is 0, as each corner is the end of an edge and the beginning of another. *)
Lemma telescope : forall (w : point -> Z) l a z,
  sum (fun e => w (snd e) - w (fst e))%Z (path a (l ++ [z])) = (w z - w a)%Z.
Proof. induction l; simpl; intros; [|rewrite IHl]; lia. Qed.
Lemma closed : forall (w : point -> Z) P, sum (fun e => w (snd e) - w (fst e))%Z (edges P) = 0%Z.
Proof. intros w [|a r]; auto. simpl. rewrite telescope. lia. Qed.
Lemma on_edge_at : forall p (a b : point), fst a <= fst p -> fst p <= fst b -> fst a < fst b -> value (side (a, b)) p == 0 ->
  on_edge p (a, b) /\ on_edge p (b, a).
Proof. intros p a b A B L V. set (t := (fst p - fst a) / (fst b - fst a)).
  assert (T : t * (fst b - fst a) == fst p - fst a) by (unfold t; field; lra).
  assert (0 <= t) by nra. assert (t <= 1) by nra. unfold value in V. simpl in V. assert (Y : snd p == (1 - t) * snd a + t * snd b).
  { destruct (Qmult_integral (fst b - fst a) (snd p - ((1 - t) * snd a + t * snd b))); [|lra|lra].
    setoid_replace (fst p) with (fst a + t * (fst b - fst a)) in V by lra. nra. }
  split; [exists t|exists (1 - t)]; (split; [lra|split; [lra|]]); split; simpl; nra. Qed.
Lemma on_upright_edge : forall p (a b : point), fst a == fst p -> fst b == fst p ->
  (snd a <= snd p /\ snd p <= snd b \/ snd b <= snd p /\ snd p <= snd a) -> on_edge p (a, b).
Proof. intros p a b A B S. destruct (Qeq_dec (snd a) (snd b)) as [E|E].
  - exists 0. split; [lra|split; [lra|]]. split; simpl; lra.
  - set (t := (snd p - snd a) / (snd b - snd a)). assert (T : t * (snd b - snd a) == snd p - snd a) by (unfold t; field; lra).
    exists t. assert (snd a < snd b \/ snd b < snd a) by (destruct (Qlt_le_dec (snd a) (snd b)); [|right]; lra).
    split; [nra|split; [nra|]]. split; simpl; nra. Qed.
Definition left_of (p c : point) : Z := if Qlt_le_dec (fst p) (fst c) then 0%Z else 1%Z.
Definition left_above (p c : point) : Z :=
  if Qlt_le_dec (fst p) (fst c) then 0%Z else if Qlt_le_dec (snd p) (snd c) then 1%Z else 0%Z.
Lemma right_of : forall P p e, convex P -> off P p -> In e (edges P) -> before (fst e) (snd e) \/ before (snd e) (fst e) ->
  value (side e) p <= 0 -> number_above p P = 0%Z.
Proof. intros P p [a b] [N C] O I B R. simpl in B.
  assert (L : forall c d, In (c, d) (edges P) -> 0 <= value (side (a, b)) c /\ 0 <= value (side (a, b)) d /\
    ~ on_edge p (c, d) /\ (fst d - fst c) * value (side (a, b)) p == (fst d - fst p) * value (side (a, b)) c +
      (fst p - fst c) * value (side (a, b)) d + (fst b - fst a) * value (side (c, d)) p).
  { intros c d E. destruct (edges_corners P c d E). repeat split; [apply C; auto|apply C; auto|apply O; auto|].
    apply (value_at_edge (side (a, b))). }
  unfold number_above. destruct (Qlt_le_dec (fst a) (fst b)) as [U|U]; [|destruct (Qlt_le_dec (fst b) (fst a)) as [D|D]].
  - rewrite <- (closed (left_of p) P). apply sum_ext. intros [c d] E. destruct (L c d E) as [LC [LD [OE V]]].
    unfold above, left_of. simpl fst. simpl snd. destruct (Qlt_le_dec (fst p) (fst c)), (Qlt_le_dec (fst p) (fst d)); auto.
    + destruct (Qlt_le_dec 0 (value (side (c, d)) p)) as [|F]; auto. exfalso.
      assert (S : value (side (d, c)) p == - value (side (c, d)) p) by (unfold value; simpl; ring).
      assert (value (side (c, d)) p == 0) by nra. apply OE, (on_edge_at p d c); lra.
    + destruct (Qlt_le_dec (value (side (c, d)) p) 0) as [|F]; auto. exfalso.
      assert (value (side (c, d)) p == 0) by nra. apply OE, (on_edge_at p c d); lra.
  - apply sum_0. intros [c d] E. destruct (L c d E) as [LC [LD [OE V]]]. unfold above.
    destruct (Qlt_le_dec (fst p) (fst c)), (Qlt_le_dec (fst p) (fst d)); auto.
    + destruct (Qlt_le_dec 0 (value (side (c, d)) p)); auto. exfalso. nra.
    + destruct (Qlt_le_dec (value (side (c, d)) p) 0); auto. exfalso. nra.
  - assert (X : fst a == fst b) by lra. assert (W : forall q, value (side (a, b)) q == (snd a - snd b) * (fst q - fst b)).
    { intro q. unfold value. simpl. rewrite X. ring. } rewrite W in R. destruct B as [[B|[_ B]]|[B|[_ B]]]; try lra.
    + apply sum_0. intros [c d] E. destruct (L c d E) as [LC [LD _]]. rewrite W in LC, LD. unfold above.
      destruct (Qlt_le_dec (fst p) (fst c)); [exfalso; nra|]. destruct (Qlt_le_dec (fst p) (fst d)); auto. exfalso; nra.
    + rewrite <- (closed (left_above p) P). apply sum_ext. intros [c d] E. destruct (L c d E) as [LC [LD [OE _]]].
      rewrite W in LC, LD. assert (fst p <= fst c) by nra. assert (fst p <= fst d) by nra. unfold above, left_above. simpl fst. simpl snd.
      destruct (Qlt_le_dec (fst p) (fst c)), (Qlt_le_dec (fst p) (fst d)); auto.
      * assert (K : value (side (c, d)) p == (fst d - fst c) * (snd p - snd d) + (snd d - snd c) * (fst d - fst p)) by
          (unfold value; simpl; ring). assert (Z : fst d == fst p) by lra.
        destruct (Qlt_le_dec 0 (value (side (c, d)) p)), (Qlt_le_dec (snd p) (snd d)); auto; exfalso; nra.
      * assert (K : value (side (c, d)) p == (fst d - fst c) * (snd p - snd c) + (snd d - snd c) * (fst c - fst p)) by
          (unfold value; simpl; ring). assert (Z : fst c == fst p) by lra.
        destruct (Qlt_le_dec (value (side (c, d)) p) 0), (Qlt_le_dec (snd p) (snd c)); auto; exfalso; nra.
      * destruct (Qlt_le_dec (snd p) (snd c)), (Qlt_le_dec (snd p) (snd d)); auto; exfalso; apply OE, on_upright_edge; lra. Qed.
Lemma grows : forall (w : point -> Q) l a z, (forall b c, In (b, c) (path a (l ++ [z])) -> w b <= w c) ->
  forall c, In c (a :: l ++ [z]) -> w a <= w c <= w z.
Proof. intros w. induction l as [|b l IH]; simpl; intros a z H c I.
  - specialize (H a z (or_introl eq_refl)). destruct I as [<-|[<-|[]]]; lra.
  - specialize (IH b z (fun x y E => H x y (or_intror E))). specialize (H a b (or_introl eq_refl)).
    destruct (IH b) as [B Z]; [left; auto|]. destruct I as [<-|I]; [|destruct (IH c I)]; lra. Qed.
Lemma ascends_between : forall l a z, ascends (path a (l ++ [z])) ->
  forall c, In c (a :: l ++ [z]) -> fst a <= fst c <= fst z.
Proof. intros l a z H. apply (grows fst). intros b c E. specialize (H (b, c) E). unfold before in H. simpl in H. lra. Qed.
Lemma descends_between : forall l a z, descends (path a (l ++ [z])) ->
  forall c, In c (a :: l ++ [z]) -> fst z <= fst c <= fst a.
Proof. intros l a z H c I. destruct (grows (fun c => - fst c) l a z) with (c := c); auto; [|lra].
  intros b d E. specialize (H (b, d) E). unfold before in H. simpl in H. lra. Qed.
(* The edges, from the first corner on. *)
Lemma from_first : forall P, once_around P -> exists f up l down k m, edges P = k ++ m /\
   (forall c, In c P -> In c (f :: up ++ l :: down)) /\
  P <> [] /\ m ++ k = path f (up ++ [l]) ++ path l (down ++ [f]) /\ ascends (path f (up ++ [l])) /\ descends (path l (down ++ [f])).
Proof. intros P [u [v [f [up [l [down [E [R [A D]]]]]]]]]. destruct (edges_rotated u v) as [k [m [K M]]].
  exists f, up, l, down, k, m. split; [congruence|]. split; [|split; [|split; [|auto]]].
  - intros c H. rewrite <- R. rewrite E in H. apply in_app_or in H. apply in_or_app. tauto.
  - rewrite E. intro H. apply app_eq_nil in H. destruct H as [-> ->]. discriminate.
  - rewrite <- M, R. simpl. rewrite <- app_assoc. apply path_app. Qed.
Lemma inside_once : forall P p, once_around P -> inside P p -> number_above p P = 1%Z.
Proof. intros P p O I. destruct (from_first P O) as [f [up [l [down [k [m [K [R [N0 [M [A D]]]]]]]]]]].
  assert (J : forall e, In e (path f (up ++ [l]) ++ path l (down ++ [f])) -> 0 < value (side e) p).
  { intros e H. apply I. rewrite K. rewrite <- M in H. apply in_app_or in H. apply in_or_app. tauto. }
  assert (N : number_above p P = sum (above p) (path f (up ++ [l]) ++ path l (down ++ [f]))).
  { unfold number_above. rewrite K, <- M, !sum_app. lia. } rewrite N, sum_app, (sum_0 _ _ (path f (up ++ [l]))).
  - rewrite (sum_ext _ _ (fun e => left_of p (snd e) - left_of p (fst e))%Z), telescope.
    + assert (B : forall c, In c P -> fst f <= fst c <= fst l).
      { intros c H. assert (H' := R c H). destruct H' as [<-|H']; [apply (ascends_between up f l A); left; auto|].
        apply in_app_or in H'. destruct H' as [H'|H']. - apply (ascends_between up f l A). right. apply in_or_app. auto.
        - apply (descends_between down l f D). destruct H' as [<-|H']; [left; auto|right; apply in_or_app; auto]. }
      destruct (hull P p (Line (-1) 0 0)) as [c [C L]]; auto. { intros [H' _]. simpl in H'. lra. }
      destruct (hull P p (Line 1 0 0)) as [d [D' L']]; auto. { intros [H' _]. simpl in H'. lra. }
      apply B in C, D'. unfold value in L, L'. simpl in L, L'. unfold left_of.
      destruct (Qlt_le_dec (fst p) (fst f)), (Qlt_le_dec (fst p) (fst l)); try lia; exfalso; lra.
    + intros [c d] H. specialize (D (c, d) H). assert (V := J (c, d) (in_or_app _ _ _ (or_intror H))).
      unfold before in D. simpl in D. unfold above, left_of. simpl fst. simpl snd.
      destruct (Qlt_le_dec (fst p) (fst c)), (Qlt_le_dec (fst p) (fst d)); auto; [|exfalso; lra].
      destruct (Qlt_le_dec 0 (value (side (c, d)) p)); auto. exfalso. lra.
  - intros [c d] H. specialize (A (c, d) H). assert (V := J (c, d) (in_or_app _ _ _ (or_introl H))).
    unfold before in A. simpl in A. unfold above.
    destruct (Qlt_le_dec (fst p) (fst c)), (Qlt_le_dec (fst p) (fst d)); auto; [exfalso; lra|].
    destruct (Qlt_le_dec (value (side (c, d)) p) 0); auto. exfalso. lra. Qed.

(* The number of edges above p is 1 inside of a convex polygon, and 0 outside. *)
Theorem convex_number_above : forall P p, convex P -> once_around P -> off P p ->
  inside P p /\ number_above p P = 1%Z \/ ~ inside P p /\ number_above p P = 0%Z.
Proof. intros P p C O F. destruct (Forall_Exists_dec (fun e => 0 < value (side e) p)) with (l := edges P) as [E|E].
  { intro e. destruct (Qlt_le_dec 0 (value (side e) p)); [left|right]; auto. lra. }
  - rewrite Forall_forall in E. left. split; [exact E|apply inside_once; auto].
  - apply Exists_exists in E. destruct E as [e [I R]]. right. split; [auto|].
    apply (right_of P p e C F I); [|destruct (Qlt_le_dec 0 (value (side e) p)); tauto].
    destruct (from_first P O) as [f [up [l [down [k [m [K [_ [_ [M [A D]]]]]]]]]]].
    assert (J : In e (m ++ k)) by (rewrite K in I; apply in_app_or in I; apply in_or_app; tauto).
    rewrite M in J. apply in_app_or in J. destruct J as [J|J]; [left; apply A|right; apply D]; auto. Qed.
