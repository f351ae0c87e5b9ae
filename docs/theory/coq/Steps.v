(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Step functions along a line: Lemma 1 of ../certificate.md, "for such a sum is a function along the line that ...".

   An event is a place on a line and a whole number that is added there. What has been added up to x is the height at x.
   1. sum adds up what a function makes of the members of a list.
   2. height_split takes all events of one place out of a list.
   3. So, by induction, events that cancel at every place leave the height 0 everywhere (steps, to the left).
   4. Just before t, and behind all events before t, the height is less by the jump at t (steps, to the right). *)
Require Import ZArith QArith List Lia Lqa.
Import ListNotations.
Open Scope Z_scope.

Definition sum {A : Type} (f : A -> Z) (l : list A) : Z := fold_right (fun e s => f e + s) 0 l.
Lemma sum_app : forall A (f : A -> Z) k l, sum f (k ++ l) = sum f k + sum f l.
Proof. induction k; simpl; intros; [|rewrite IHk]; lia. Qed.
Lemma sum_ext : forall A (f g : A -> Z) l, (forall e, In e l -> f e = g e) -> sum f l = sum g l.
Proof. induction l; simpl; intros H; auto. rewrite H, IHl; auto. Qed.
Lemma sum_0 : forall A (f : A -> Z) l, (forall e, In e l -> f e = 0) -> sum f l = 0.
Proof. induction l; simpl; intros H; auto. rewrite H, IHl; auto. Qed.
Lemma sum_filter : forall A (f : A -> Z) g l, sum f l = sum f (filter g l) + sum f (filter (fun e => negb (g e)) l).
Proof. induction l; simpl; auto. destruct (g a); simpl; lia. Qed.
Lemma sum_times : forall A (f : A -> Z) k l, sum (fun e => k * f e) l = k * sum f l.
Proof. induction l; simpl; [|rewrite IHl]; ring. Qed.
Lemma filter_length : forall A (g : A -> bool) l, (length (filter g l) <= length l)%nat.
Proof. induction l; simpl; auto. destruct (g a); simpl; lia. Qed.
Definition event := (Q * Z)%type.
(* What has been added up to x. *)
Definition height (x : Q) (l : list event) : Z := sum (fun e => if Qlt_le_dec x (fst e) then 0 else snd e) l.
(* What is added at t. *)
Definition jump (t : Q) (l : list event) : Z := sum (fun e => if Qeq_dec (fst e) t then snd e else 0) l.
Definition is_at (t : Q) (e : event) : bool := if Qeq_dec (fst e) t then true else false.
Definition others (t : Q) : list event -> list event := filter (fun e => negb (is_at t e)).
Lemma others_cons : forall t u w r, others t ((u, w) :: r) = if Qeq_dec u t then others t r else (u, w) :: others t r.
Proof. intros. unfold others, is_at. simpl. destruct (Qeq_dec u t); auto. Qed.
Lemma height_split : forall x t l, height x l = (if Qlt_le_dec x t then 0 else jump t l) + height x (others t l).
Proof. induction l as [|[u w] r IH]. { simpl. destruct (Qlt_le_dec x t); auto. }
  rewrite others_cons. unfold height, jump in *. simpl. rewrite IH.
  destruct (Qeq_dec u t); simpl; destruct (Qlt_le_dec x u), (Qlt_le_dec x t); try lia; exfalso; lra. Qed.
Lemma jump_others : forall s t l, jump s l = 0 -> jump s (others t l) = 0.
Proof. intros s t l. destruct (Qeq_dec s t) as [E|E].
  - intros _. apply sum_0. intros [u w] H. apply filter_In in H. destruct H as [_ H]. unfold is_at in H. simpl in *.
    destruct (Qeq_dec u t); [discriminate|]. destruct (Qeq_dec u s); auto. exfalso. lra.
  - intros <-. induction l as [|[u w] r IH]; auto. rewrite others_cons. unfold jump in *. simpl.
    destruct (Qeq_dec u t); simpl; rewrite IH; auto. destruct (Qeq_dec u s); auto. exfalso. lra. Qed.
Lemma flat : forall n l, (length l <= n)%nat -> (forall t, jump t l = 0) -> forall x, height x l = 0.
Proof. induction n; intros l L J x; destruct l as [|[t w] r]; auto. { simpl in L. lia. }
  rewrite (height_split x t), (J t), (IHn (others t ((t, w) :: r))).
  - destruct (Qlt_le_dec x t); auto.
  - rewrite others_cons. destruct (Qeq_dec t t) as [_|H]; [|exfalso; lra]. simpl in L.
    pose proof (filter_length _ (fun e => negb (is_at t e)) r). unfold others. lia.
  - intro s. apply jump_others, J. Qed.
Lemma just_before : forall t (l : list event), exists x, (x < t)%Q /\ forall e, In e l -> (fst e < t -> fst e <= x)%Q.
Proof. intro t. induction l as [|[u w] r [x [L H]]].
  - exists (t - 1)%Q. split; [lra|]. intros e [].
  - destruct (Qlt_le_dec u t); [destruct (Qlt_le_dec x u)|]; [exists u|exists x|exists x]; (split; [auto|]);
      intros e [<-|I] B; simpl in *; try lra; specialize (H e I B); lra. Qed.
Lemma height_before : forall t x l, (x < t)%Q -> (forall e, In e l -> (fst e < t -> fst e <= x)%Q) ->
  height t l = height x l + jump t l.
Proof. intros t x l L. induction l as [|[u w] r IH]; intros H; auto. unfold height, jump in *. simpl. rewrite IH by auto with datatypes.
  specialize (H (u, w) (or_introl eq_refl)). simpl in H.
  destruct (Qlt_le_dec t u), (Qlt_le_dec x u), (Qeq_dec u t); try lia; exfalso; try lra. Qed.

(* Events cancel at every place if and only if the function that they make is 0 everywhere. *)
Theorem steps : forall l, (forall t, jump t l = 0) <-> (forall x, height x l = 0).
Proof. intro l. split. { apply (flat (length l)). auto. }
  intros H t. destruct (just_before t l) as [x [L B]]. pose proof (height_before t x l L B) as S. rewrite !H in S. lia. Qed.
