(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The plane over the rational numbers: points, lines, polygons, and what all of the other files need to know of them.

   A point is a pair of fractions, a line is a x + b y + c, and its inside is where that is positive, as in the checker.
   A polygon is the list of its corners; its edges run from each corner to the next one, and from the last to the first.
   1. A linear function changes linearly on the way from a point to another one (value_mix).
   2. What is inside of finitely many lines stays so if it is moved a little (room).
   3. No function can increase along all edges of a polygon (no_cycle). Seen from a point on the left of all edges, the
      corners turn one way; so they cannot all be on one side of a line through the point (hull). *)
Require Import QArith List Lqa.
Import ListNotations.
Open Scope Q_scope.

Definition point := (Q * Q)%type.
Definition same (p q : point) : Prop := fst p == fst q /\ snd p == snd q.

Record line := Line { la : Q; lb : Q; lc : Q }.
Definition value (l : line) (p : point) : Q := la l * fst p + lb l * snd p + lc l.
(* It is no line, but everything or nothing, if both are 0. *)
Definition proper (l : line) : Prop := ~ (la l == 0 /\ lb l == 0).
Definition edge := (point * point)%type.
(* The line of an edge, whose inside is on the left. *)
Definition side (e : edge) : line :=
  let (p, q) := e in Line (snd p - snd q) (fst q - fst p) (fst p * snd q - fst q * snd p).
Definition polygon := list point.
(* The edges from a to the first point of the list, from there to the second, and so on. *)
Fixpoint path (a : point) (l : list point) : list edge :=
  match l with [] => [] | b :: r => (a, b) :: path b r end.
Definition edges (P : polygon) : list edge := match P with [] => [] | a :: r => path a (r ++ [a]) end.
(* p is strictly on the left of all edges. *)
Definition inside (P : polygon) (p : point) : Prop := forall e, In e (edges P) -> 0 < value (side e) p.
(* p is on no edge's right; of a convex polygon that includes its boundary. *)
Definition over (P : polygon) (p : point) : Prop := forall e, In e (edges P) -> 0 <= value (side e) p.
Definition convex (P : polygon) : Prop := P <> [] /\ forall c, In c P -> over P c.
(* The point that is the share t of the way from p to q. *)
Definition mix (t : Q) (p q : point) : point := ((1 - t) * fst p + t * fst q, (1 - t) * snd p + t * snd q).
Lemma value_mix : forall l t p q, value l (mix t p q) == (1 - t) * value l p + t * value l q.
Proof. intros. unfold value. simpl. ring. Qed.
(* What a line has at p, by what it has at the ends of an edge and how far p is above or below that. *)
Lemma value_at_edge : forall l (a b p : point), (fst b - fst a) * value l p ==
  (fst b - fst p) * value l a + (fst p - fst a) * value l b + lb l * value (side (a, b)) p.
Proof. intros. unfold value. simpl. ring. Qed.
Lemma value_on_edge : forall l (a b p : point), value l a == 0 -> value l b == 0 ->
  lb l * lb l * value (side (a, b)) p == (fst b - fst a) * (lb l * value l p).
Proof. intros l a b p A B. pose proof (value_at_edge l a b p) as V. rewrite A, B in V.
  setoid_replace ((fst b - fst a) * (lb l * value l p)) with (lb l * ((fst b - fst a) * value l p)) by ring. rewrite V. ring. Qed.
Lemma value_at_ends : forall e, value (side e) (fst e) == 0 /\ value (side e) (snd e) == 0.
Proof. intros [a b]. unfold value. simpl. split; ring. Qed.
Lemma mix_positive : forall l t p q, 0 <= value l p -> 0 < value l q -> 0 < t -> t <= 1 -> 0 < value l (mix t p q).
Proof. intros. rewrite value_mix. nra. Qed.
Lemma path_app : forall l a b r, path a (l ++ b :: r) = path a (l ++ [b]) ++ path b r.
Proof. induction l; simpl; intros; auto. rewrite IHl. reflexivity. Qed.
Lemma edges_corners : forall P a b, In (a, b) (edges P) -> In a P /\ In b P.
Proof. assert (H : forall l c a b, In (a, b) (path c l) -> In a (c :: l) /\ In b l).
  { induction l; simpl; intros c x y I; [tauto|]. destruct I as [E|I]; [inversion E; auto|]. apply IHl in I. simpl in I. tauto. }
  intros [|c r] a b I; [destruct I|]. apply H in I. destruct I as [I J].
  split; [destruct I as [->|I]; [left; auto|]|]; repeat match goal with
    | K : In _ (_ ++ [_]) |- _ => apply in_app_or in K; destruct K as [K|[->|[]]] end; simpl; auto. Qed.
Lemma edge_from : forall P c, In c P -> exists d, In (c, d) (edges P).
Proof. assert (H : forall l a z c, In c (a :: l) -> exists d, In (c, d) (path a (l ++ [z]))).
  { induction l; simpl; intros x z c I. { destruct I as [->|[]]; eauto. }
    destruct I as [->|I]; [eauto|]. destruct (IHl a z c I) as [d D]. eauto. } intros [|a r] c I; [destruct I|]. apply H, I. Qed.
(* A polygon that begins with another corner has the same edges. *)
Lemma edges_rotated : forall u v, exists k l, edges (u ++ v) = k ++ l /\ edges (v ++ u) = l ++ k.
Proof. intros [|a u] [|b v]; simpl.
  - exists [], []. auto.
  - rewrite app_nil_r. exists [], (path b (v ++ [b])). rewrite app_nil_r. auto.
  - rewrite app_nil_r. exists [], (path a (u ++ [a])). rewrite app_nil_r. auto.
  - exists (path a (u ++ [b])), (path b (v ++ [a])).
    rewrite <- !app_assoc. simpl. rewrite (path_app u a b (v ++ [a])), (path_app v b a (u ++ [b])). auto. Qed.
Lemma room : forall p d (ls : list line), (forall l, In l ls -> 0 < value l p) ->
  exists t, 0 < t /\ forall s, 0 < s -> s <= t -> forall l, In l ls -> 0 < value l (fst p + s * fst d, snd p + s * snd d).
Proof. intros p d. induction ls as [|l r IH]; intros H. { exists 1. split; [reflexivity|]. intros s _ _ l []. }
  destruct IH as [t [T K]]; [auto with datatypes|].
  set (k := la l * fst d + lb l * snd d). assert (V : 0 < value l p) by auto with datatypes.
  assert (M : forall s, value l (fst p + s * fst d, snd p + s * snd d) == value l p + s * k). { intro s. unfold k, value. simpl. ring. }
  destruct (Qlt_le_dec k 0) as [N|N].
  - set (u := value l p / (- k) * (1 # 2)). assert (U : u * - k == value l p * (1 # 2)) by (unfold u; field; lra).
    assert (0 < u) by nra. destruct (Qlt_le_dec t u); [exists t|exists u]; (split; [auto|]); intros s S L m [<-|I];
      try (rewrite M; nra); apply K; auto; lra.
  - exists t. split; auto. intros s S L m [<-|I]; [rewrite M; nra|auto]. Qed.
Lemma no_cycle : forall (s : point -> Q) P, P <> [] -> (forall a b, In (a, b) (edges P) -> s a < s b) -> False.
Proof. intros s P N H. assert (K : forall l a z, (forall x y, In (x, y) (path a (l ++ [z])) -> s x < s y) -> s a < s z).
  { induction l; simpl; intros c z I; [auto|]. apply Qlt_trans with (s a); auto. }
  destruct P as [|a r]; [tauto|]. specialize (K r a a H). lra. Qed.
(* Corners that are strictly below p, as a line measures it, do not surround p. *)
Lemma not_all_below : forall P p l, P <> [] -> inside P p -> (forall c, In c P -> value l c < value l p) -> False.
Proof. intros P p l N I B. set (f := fun c : point => value l p - value l c).
  set (g := fun c : point => lb l * (fst c - fst p) - la l * (snd c - snd p)). apply (no_cycle (fun c => g c / f c) P N). intros a b E.
  destruct (edges_corners P a b E) as [A A']. apply B in A, A'. apply I in E.
  assert (F : 0 < f a) by (unfold f; lra). assert (F' : 0 < f b) by (unfold f; lra).
  assert (G : f a * g b - f b * g a == (la l * la l + lb l * lb l) * value (side (a, b)) p). { unfold f, g, value. simpl. ring. }
  assert (S : 0 < la l * la l + lb l * lb l). { destruct (Qlt_le_dec 0 (la l * la l + lb l * lb l)); auto. exfalso.
    assert (la l == 0) by nra. assert (lb l == 0) by nra. unfold value in A. rewrite H, H0 in A. lra. }
  assert (0 < (la l * la l + lb l * lb l) * value (side (a, b)) p) by nra.
  apply Qlt_shift_div_l; auto. setoid_replace (g a / f a * f b) with (g a * f b / f a) by (field; lra). apply Qlt_shift_div_r; auto. lra.
Qed.
Lemma some_or_none : forall A (f : A -> Q) l, (exists a, In a l /\ 0 < f a) \/ (forall a, In a l -> f a <= 0).
Proof. induction l as [|a l [[b [I H]]|H]]; [right; intros a []|left; exists b; simpl; auto|].
  destruct (Qlt_le_dec 0 (f a)); [left; exists a; simpl; auto|right; intros b [<-|I]; auto]. Qed.
(* A point inside of a polygon has corners strictly farther than itself, whichever way a line measures it. *)
Lemma hull : forall P p l, P <> [] -> inside P p -> proper l -> exists c, In c P /\ value l p < value l c.
Proof. intros P p l N I R. destruct (some_or_none _ (fun c => value l c - value l p) P) as [[c [C H]]|E]. { exists c. split; [auto|lra]. }
  exfalso. destruct (room p (la l, lb l) (map side (edges P))) as [t [T K]].
  { intros m M. apply in_map_iff in M. destruct M as [e [<- M]]. auto. } apply (not_all_below P (fst p + t * la l, snd p + t * lb l) l N).
  - intros e M. apply (K t T (Qle_refl t)). apply in_map. exact M.
  - intros c C. apply E in C. assert (0 < la l * la l + lb l * lb l).
    { destruct (Qlt_le_dec 0 (la l * la l + lb l * lb l)); auto. exfalso. apply R. split; nra. }
    assert (value l (fst p + t * la l, snd p + t * lb l) == value l p + t * (la l * la l + lb l * lb l)). { unfold value. simpl. ring. }
    nra. Qed.
(* So a linear function that is negative at no corner, and not 0 at all of them, is positive inside. *)
Lemma positive_inside : forall P p l, P <> [] -> inside P p -> (forall c, In c P -> 0 <= value l c) ->
  (proper l \/ exists c, In c P /\ 0 < value l c) -> 0 < value l p.
Proof. intros P p l N I C H. assert (R : proper l \/ (la l == 0 /\ lb l == 0)).
  { unfold proper. destruct (Qeq_dec (la l) 0), (Qeq_dec (lb l) 0); tauto. } destruct R as [R|[A B]].
  - destruct (hull P p (Line (- la l) (- lb l) (- lc l)) N I) as [c [K L]]. { intros [A B]. apply R. simpl in *. split; lra. }
    apply C in K. unfold value in *. simpl in *. lra.
  - destruct H as [H|[c [_ H]]]; [exfalso; apply H; auto|]. unfold value in *. rewrite A, B in *. lra. Qed.
