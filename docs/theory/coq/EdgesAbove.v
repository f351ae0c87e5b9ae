(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* The number of edges above a point: Lemma 1 of ../certificate.md, "the winding number of a point is a linear function
   of the boundary".

   The ray from p upward crosses edges. One that runs from right to left counts 1, one that runs from left to right
   counts -1: the sum is the number of times that a boundary winds around p, counter-clockwise. An edge has its left end
   and not its right one, so a corner straight above p needs no exception; where no corner has the x of p, edges are
   counted that p is strictly between the ends of.
   1. On one line that is not vertical, above which p is not, the edges above p are the step function of the events that
      edges are by x (on_one_line). Vertical edges count nothing.
   2. If the edges' ends cancel on each line, then edges above p do: those on the line of the first edge by the theorem
      steps, all others by induction, as two lines have no edge in common that counts (nothing_above).
   3. So equal sums of boundaries have equal numbers of edges above p (same_number_above). *)
Require Import ZArith QArith List Lia Lqa.
Require Import Steps Plane.
Import ListNotations.
Open Scope Z_scope.

Definition above (p : point) (e : edge) : Z :=
  let (a, b) := e in
  if Qlt_le_dec (fst p) (fst a)
  then if Qlt_le_dec (fst p) (fst b) then 0 else if Qlt_le_dec 0 (value (side e) p) then 1 else 0
  else if Qlt_le_dec (fst p) (fst b) then if Qlt_le_dec (value (side e) p) 0 then -1 else 0 else 0.
Definition number_above (p : point) (P : polygon) : Z := sum (above p) (edges P).
(* What the edges that lie on l have at q: how many begin there, less those that end there. *)
Definition at_point (q a : point) : Z := if Qeq_dec (fst a) (fst q) then if Qeq_dec (snd a) (snd q) then 1 else 0 else 0.
Definition lies_on (l : line) (e : edge) : bool :=
  if Qeq_dec (value l (fst e)) 0 then if Qeq_dec (value l (snd e)) 0 then true else false else false.
Definition ends_at (q : point) (e : edge) : Z := at_point q (fst e) - at_point q (snd e).
Definition ends_on (l : line) (q : point) (es : list edge) : Z := sum (ends_at q) (filter (lies_on l) es).
(* The sum of the parts' directed boundaries is P's. *)
Definition adds_up (parts : list polygon) (P : polygon) : Prop :=
  forall l q, proper l -> ends_on l q (flat_map edges parts) = ends_on l q (edges P).
Lemma lies : forall l e, lies_on l e = true <-> (value l (fst e) == 0 /\ value l (snd e) == 0)%Q.
Proof. intros l e. unfold lies_on. destruct (Qeq_dec (value l (fst e)) 0), (Qeq_dec (value l (snd e)) 0);
    split; intros H; auto; try discriminate; tauto. Qed.
(* On a vertical line, or for an edge of length 0, nothing is above. *)
Lemma upright : forall p e, (fst (fst e) == fst (snd e))%Q -> above p e = 0.
Proof. intros p [a b] E. simpl in E. unfold above. destruct (Qlt_le_dec (fst p) (fst a)), (Qlt_le_dec (fst p) (fst b)); auto; exfalso; lra.
Qed.
Definition events (e : edge) : list event := [(fst (fst e), 1); (fst (snd e), -1)].
Lemma events_sum : forall (f : event -> Z) es, sum f (flat_map events es) = sum (fun e => sum f (events e)) es.
Proof. induction es; auto. change (flat_map events (a :: es)) with (events a ++ flat_map events es). rewrite sum_app, IHes. reflexivity.
Qed.
Lemma on_one_line : forall p l es, ~ (lb l == 0)%Q -> (forall e, In e es -> lies_on l e = true) ->
  (forall q, sum (ends_at q) es = 0) -> sum (above p) es = 0.
Proof. intros p l es B L J. assert (H : forall x, height x (flat_map events es) = 0).
  { apply steps. intro t. set (q := (t, - (la l * t + lc l) / lb l)%Q). rewrite <- (J q).
    unfold jump. rewrite events_sum. apply sum_ext. intros [a b] I. apply L, lies in I. destruct I as [A A'].
    assert (K : forall c, (value l c == 0)%Q -> at_point q c = if Qeq_dec (fst c) t then 1 else 0).
    { intros c C. unfold at_point, q. simpl. destruct (Qeq_dec (fst c) t) as [E|]; auto.
      destruct (Qeq_dec (snd c) (- (la l * t + lc l) / lb l)) as [|N]; auto. exfalso. apply N.
      unfold value in C. rewrite E in C. field_simplify_eq; auto. lra. } unfold ends_at. simpl in *. rewrite (K a A), (K b A').
    destruct (Qeq_dec (fst a) t), (Qeq_dec (fst b) t); reflexivity. } specialize (H (fst p)). unfold height in H. rewrite events_sum in H.
  assert (S : forall k, (forall e, In e es ->
    above p e = k * sum (fun v => if Qlt_le_dec (fst p) (fst v) then 0 else snd v) (events e)) -> sum (above p) es = 0).
  { intros k E. rewrite (sum_ext _ _ _ es E), sum_times. transitivity (k * 0); [f_equal; exact H|lia]. }
  assert (BB : (0 < lb l * lb l)%Q) by (destruct (Qlt_le_dec 0 (lb l * lb l)); auto; exfalso; apply B; nra).
  (* p is under the line if its value, times lb l, is negative. *)
  destruct (Qlt_le_dec (lb l * value l p) 0) as [U|U]; [apply (S (-1))|apply (S 0)]; intros [a b] I;
    apply L, lies in I; destruct I as [A A']; simpl in A, A'; pose proof (value_on_edge l a b p A A') as W;
    unfold above, sum; cbn [fold_right fst snd events]; destruct (Qlt_le_dec (fst p) (fst a)), (Qlt_le_dec (fst p) (fst b)); auto;
    try destruct (Qlt_le_dec (value (side (a, b)) p) 0); try destruct (Qlt_le_dec 0 (value (side (a, b)) p)); auto; exfalso; nra. Qed.
(* Edges of which the ends cancel on every line. *)
Definition balanced (es : list edge) : Prop := forall l q, proper l -> ends_on l q es = 0.
Definition reverse (e : edge) : edge := (snd e, fst e).
Lemma ends_on_app : forall l q k m, ends_on l q (k ++ m) = ends_on l q k + ends_on l q m.
Proof. intros. unfold ends_on. rewrite filter_app. apply sum_app. Qed.
Lemma at_same : forall q a b, same a b -> at_point q a = at_point q b.
Proof. intros q a b [H K]. unfold at_point. destruct (Qeq_dec (fst a) (fst q)), (Qeq_dec (fst b) (fst q)); auto;
    try destruct (Qeq_dec (snd a) (snd q)); try destruct (Qeq_dec (snd b) (snd q)); auto; exfalso; lra. Qed.
(* A line that has two points in common with another one has all points in common with it. *)
Lemma common_points : forall l m (c d a : point), proper l -> ~ same c d -> (value l c == 0 -> value l d == 0 ->
  value m c == 0 -> value m d == 0 -> value l a == 0 -> value m a == 0)%Q.
Proof. intros l m c d a P N LC LD MC MD LA. set (X := ((fst d - fst c) * (snd a - snd c) - (snd d - snd c) * (fst a - fst c))%Q).
  assert (XA : (la l * X == (snd a - snd c) * (value l d - value l c) - (snd d - snd c) * (value l a - value l c))%Q)
    by (unfold X, value; ring).
  assert (XB : (lb l * X == (fst d - fst c) * (value l a - value l c) - (fst a - fst c) * (value l d - value l c))%Q)
    by (unfold X, value; ring). assert (MX : ((fst d - fst c) * value m a ==
    (fst d - fst c) * value m c + (fst a - fst c) * (value m d - value m c) + lb m * X)%Q) by (unfold X, value; ring).
  assert (MY : ((snd d - snd c) * value m a ==
    (snd d - snd c) * value m c + (snd a - snd c) * (value m d - value m c) - la m * X)%Q) by (unfold X, value; ring).
  rewrite LC, LD, LA in *. rewrite MC, MD in *. assert (Z : (X == 0)%Q). { destruct (Qeq_dec X 0) as [|K]; auto. exfalso. apply P. split.
    - destruct (Qmult_integral (la l) X); [lra|auto|tauto]. - destruct (Qmult_integral (lb l) X); [lra|auto|tauto]. }
  rewrite Z in *. destruct (Qeq_dec (value m a) 0) as [|K]; auto. exfalso. apply N. split.
  - destruct (Qmult_integral (fst d - fst c) (value m a)); [lra|lra|tauto].
  - destruct (Qmult_integral (snd d - snd c) (value m a)); [lra|lra|tauto]. Qed.
Lemma same_dec : forall a b : point, same a b \/ ~ same a b.
Proof. intros. unfold same. destruct (Qeq_dec (fst a) (fst b)), (Qeq_dec (snd a) (snd b)); tauto. Qed.
Lemma nothing_above : forall p n es, (length es <= n)%nat -> balanced es -> sum (above p) es = 0.
Proof. induction n; intros es N J; destruct es as [|e r]; auto. { simpl in N. lia. }
  set (l := side e). destruct (same_dec (fst e) (snd e)) as [D|D].
  - change (above p e + sum (above p) r = 0). rewrite upright by apply D. apply IHn. { simpl in N. lia. }
    intros m q P. specialize (J m q P). unfold ends_on in *. simpl in J. destruct (lies_on m e); auto.
    simpl in J. unfold ends_at at 1 in J. rewrite (at_same q _ _ D) in J. lia.
  - set (es := e :: r) in *. set (on := filter (lies_on l) es). set (off := filter (fun e => negb (lies_on l e)) es).
    destruct (value_at_ends e) as [EA EB]. fold l in EA, EB.
    assert (P : proper l). { intros [H K]. apply D. unfold l in *. destruct e. simpl in *. split; lra. }
    assert (I : forall e, In e on -> (value l (fst e) == 0 /\ value l (snd e) == 0)%Q).
    { intros f F. apply filter_In in F. apply lies. tauto. } rewrite (sum_filter _ _ (lies_on l)). fold on. fold off.
    assert (S : sum (above p) on = 0). { destruct (Qeq_dec (lb l) 0) as [V|V].
      - apply sum_0. intros [c d] F. apply I in F. destruct F as [C C']. apply upright. simpl in *.
        assert (A : ~ (la l == 0)%Q) by (intro; apply P; auto). unfold value in C, C'. rewrite V in C, C'.
        destruct (Qmult_integral (la l) (fst c - fst d)); [lra|tauto|lra].
      - apply (on_one_line p l on V); [|intro q; apply (J l q P)]. intros f F. apply lies. auto. } rewrite S. apply IHn.
    + unfold off, es. simpl. replace (lies_on l e) with true by (symmetry; apply lies; auto). simpl. simpl in N.
      pose proof (filter_length _ (fun e => negb (lies_on l e)) r). lia. + intros m q M. rewrite <- (J m q M). unfold ends_on, off.
      assert (C : forall (f g : edge -> bool) k, filter f (filter g k) = filter g (filter f k)). { induction k as [|h k IH]; simpl; auto.
        destruct (g h) eqn:G, (f h) eqn:F; simpl; rewrite ?G, ?F, IH; auto. }
      rewrite C, (sum_filter _ _ (lies_on l) (filter (lies_on m) es)), (C (lies_on l)). fold on.
      assert (E : sum (ends_at q) (filter (lies_on m) on) = 0); [|rewrite E; reflexivity]. destruct (lies_on m e) eqn:O.
      * apply lies in O. destruct O as [A B]. transitivity (sum (ends_at q) on); [|apply (J l q P)].
        f_equal. clear S. induction on as [|f k IH]; auto. simpl.
        replace (lies_on m f) with true; [f_equal; apply IH; auto with datatypes|]. symmetry. apply lies.
        destruct (I f); auto with datatypes. split; apply (common_points l m (fst e) (snd e)); auto.
      * apply sum_0. intros f F. apply filter_In in F. destruct F as [F M']. apply I in F. apply lies in M'.
        destruct (same_dec (fst f) (snd f)) as [D'|D']. -- unfold ends_at. rewrite (at_same q _ _ D'). lia.
        -- exfalso. assert (lies_on m e = true); [|congruence]. apply lies. split; apply (common_points l m (fst f) (snd f)); tauto. Qed.

(* Boundaries that add up give equal numbers of edges above p, with signs. *)
Theorem same_number_above : forall parts P p, adds_up parts P -> sum (number_above p) parts = number_above p P.
Proof. intros parts P p H.
  assert (E : forall g h : edge -> Z, (forall e, g (reverse e) = - h e) -> forall es, sum g (map reverse es) = - sum h es).
  { intros g h K. induction es; simpl; auto. rewrite K, IHes. lia. }
  assert (N : sum (above p) (flat_map edges parts ++ map reverse (edges P)) = 0).
  { apply (nothing_above p _ _ (le_n _)). intros l q L. rewrite ends_on_app, (H l q L). unfold ends_on.
    assert (F : forall es, filter (lies_on l) (map reverse es) = map reverse (filter (lies_on l) es)).
    { induction es as [|[a b] r IH]; simpl; auto. rewrite IH. unfold lies_on. simpl.
      destruct (Qeq_dec (value l a) 0), (Qeq_dec (value l b) 0); auto. }
    rewrite F, (E _ (ends_at q)); [lia|]. intros [a b]. unfold ends_at. simpl. lia. } rewrite sum_app, (E _ (above p)) in N.
  - unfold number_above at 2. rewrite <- Z.sub_move_0_r. rewrite <- N at 1. clear. unfold Z.sub. f_equal.
    induction parts; simpl; auto. rewrite sum_app, <- IHparts. reflexivity.
  - intros [a b]. unfold above, reverse. simpl fst. simpl snd.
    assert (value (side (b, a)) p == - value (side (a, b)) p)%Q by (unfold value; simpl; ring).
    destruct (Qlt_le_dec (fst p) (fst a)), (Qlt_le_dec (fst p) (fst b)); auto;
      destruct (Qlt_le_dec 0 (value (side (b, a)) p)), (Qlt_le_dec (value (side (a, b)) p) 0);
      try destruct (Qlt_le_dec (value (side (b, a)) p) 0); try destruct (Qlt_le_dec 0 (value (side (a, b)) p)); auto; exfalso; lra. Qed.
