(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Lemma 1 of ../certificate.md: parts of which the boundaries add up to that of P do not overlap, and they cover P.

   A point off a boundary is within it if the boundary winds around it: if the number of edges above it is not 0. The
   lemma is about polygons that wind at most once around each such point, counter-clockwise.
   1. By the theorem same_number_above the parts' numbers, each 0 or 1, add up to P's, 0 or 1 (lemma_1).
   2. Convex polygons are such, and a point is within one if it is on the left of all edges (lemma_1_convex). *)
Require Import ZArith QArith List Lia.
Require Import Steps Plane EdgesAbove Convex.
Import ListNotations.
Open Scope Z_scope.

Definition within (P : polygon) (p : point) : Prop := number_above p P <> 0.
Definition winds_once (P : polygon) : Prop := forall p, off P p -> number_above p P = 0 \/ number_above p P = 1.
(* Just one member of the list has the property. *)
Definition just_one {A : Type} (H : A -> Prop) (l : list A) : Prop :=
  exists k a m, l = k ++ a :: m /\ H a /\ forall b, In b (k ++ m) -> ~ H b.
Lemma one_of : forall A (f : A -> Z) l, (forall a, In a l -> f a = 0 \/ f a = 1) ->
  (sum f l = 1 -> just_one (fun a => f a <> 0) l) /\ (sum f l = 0 -> forall a, In a l -> f a = 0) /\ 0 <= sum f l.
Proof. induction l as [|a l IH]; intros H. { split; [discriminate|]. split; [intros _ a []|simpl; lia]. }
  destruct IH as [ONE [NONE POS]]; [auto with datatypes|]. simpl. destruct (H a (or_introl eq_refl)) as [E|E]; rewrite E.
  - split; [|split; [|lia]].
    + intro S. destruct ONE as [k [b [m [L [B O]]]]]; [lia|]. exists (a :: k), b, m. subst l. split; [auto|split; [auto|]].
      intros c [<-|I]; [lia|auto]. + intros S b [<-|I]; [auto|apply NONE; auto; lia].
  - split; [|split; [lia|lia]]. intro S. exists [], a, l. split; [auto|split; [lia|]]. intros b I. rewrite NONE; auto; lia. Qed.

(* Off all boundaries, p is in just one part, or in none, as it is in P. *)
Theorem lemma_1 : forall parts P p, adds_up parts P -> (forall Q, In Q (P :: parts) -> winds_once Q) ->
  (forall Q, In Q (P :: parts) -> off Q p) ->
  (within P p -> just_one (fun Q => within Q p) parts) /\ (~ within P p -> forall Q, In Q parts -> ~ within Q p).
Proof. intros parts P p A W O. pose proof (same_number_above parts P p A) as S.
  destruct (one_of _ (number_above p) parts) as [ONE [NONE _]]. { intros Q I. apply W; [right|apply O; right]; auto. }
  unfold within. destruct (W P (or_introl eq_refl) p (O P (or_introl eq_refl))) as [E|E]; rewrite E in *.
  - split; [intro H; tauto|]. intros _ Q I H. apply H. auto.
  - split; [auto|lia]. Qed.
(* Convex polygons wind once, around what is inside of them. *)
Lemma convex_winds_once : forall P, convex P -> once_around P ->
  winds_once P /\ forall p, off P p -> (within P p <-> inside P p).
Proof. intros P C O. split.
  - intros p F. destruct (convex_number_above P p C O F) as [[_ E]|[_ E]]; auto.
  - intros p F. unfold within. destruct (convex_number_above P p C O F) as [[I E]|[I E]]; rewrite E;
      (split; intro H; [|]); auto; try tauto; try discriminate. Qed.

(* The same for parts that are convex: cells of a surface, pieces of a cell, parts of a face. *)
Theorem lemma_1_convex : forall parts P p, adds_up parts P -> winds_once P ->
  (forall Q, In Q parts -> convex Q /\ once_around Q) -> (forall Q, In Q (P :: parts) -> off Q p) ->
  (within P p -> just_one (fun Q => inside Q p) parts) /\ (~ within P p -> forall Q, In Q parts -> ~ inside Q p).
Proof. intros parts P p A W C O. assert (I : forall Q, In Q parts -> winds_once Q /\ (within Q p <-> inside Q p)).
  { intros Q H. destruct (C Q H) as [X Y]. destruct (convex_winds_once Q X Y) as [V K]. split; auto. apply K, O. right. auto. }
  destruct (lemma_1 parts P p A) as [ONE NONE]. { intros Q [<-|H]; auto. apply I, H. } { exact O. } split.
  - intro H. destruct (ONE H) as [k [Q [m [E [B F]]]]]. exists k, Q, m. split; auto. subst parts.
    split; [apply I; auto; apply in_or_app; right; left; auto|].
    intros R J K. apply (F R J). apply I; auto. apply in_app_or in J. apply in_or_app. simpl. tauto.
  - intros H Q J K. apply (NONE H Q J). apply I; auto. Qed.
