(* SPDX-License-Identifier: GPL-3.0-or-later *)
(* Part 4 of ../certificate.md for one polygon R (there Q) above a cell C of polygon T, and for one witness.

   Seen from above, heights are linear functions of the place. The checker clips the cell by the two half planes where R
   is above T, and where it is less than h above T, and then by the sides of R. If nothing is left, no point inside of
   the cell has R above it nearer than h, but for points on the lines of R's sides (label_holds).
   In terms of what the cell and R have in common: nothing is left if and only if that has no interior, or all of its
   corners are at 0 or below, or all of them at h or above (low_or_high). That none of them is strictly between 0 and h
   would not be enough: some may be below and others above (between_is_not_enough). *)
Require Import QArith List Lqa.
Require Import Plane Clip.
Import ListNotations.
Open Scope Q_scope.

(* The height of q's plane above t's: that is positive where q is above t. *)
Definition height_over (q t : line) : line := Line (la q - la t) (lb q - lb t) (lc q - lc t).
(* That is positive where q is less than h above t. *)
Definition beneath (q t : line) (h : Q) : line := Line (la t - la q) (lb t - lb q) (lc t - lc q + h).
Definition sides (P : polygon) : list line := map side (edges P).
Definition too_low (C R : polygon) (q t : line) (h : Q) : polygon :=
  clip_all C (height_over q t :: beneath q t h :: sides R).
Lemma heights : forall q t h p, (0 < value (height_over q t) p <-> 0 < value q p - value t p) /\
  (0 < value (beneath q t h) p <-> value q p - value t p < h).
Proof. intros. unfold value, height_over, beneath. simpl. split; split; intro; lra. Qed.
Lemma inside_sides : forall P p, (forall l, In l (sides P) -> 0 < value l p) <-> inside P p.
Proof. intros P p. split; intro H.
  - intros e E. apply H, in_map, E.
  - intros l L. apply in_map_iff in L. destruct L as [e [<- E]]. auto. Qed.

(* Label s > 0: nothing is left if and only if no place inside of both has a height strictly between 0 and h. *)
Theorem too_low_nothing : forall C R q t h, convex C -> (exists p, inside C p) ->
  (too_low C R q t h = [] <-> ~ exists p, inside C p /\ inside R p /\ 0 < value q p - value t p < h).
Proof. intros C R q t h X I. unfold too_low. rewrite (lemma_3 _ C X I). apply not_iff_compat.
  split; intros [p [A B]]; exists p; (split; [auto|]); destruct (heights q t h p) as [OVER BENEATH].
  - split; [apply inside_sides; intros l L; apply B; simpl; auto|]. split; [apply OVER|apply BENEATH]; apply B; simpl; auto.
  - destruct B as [B [D E]]. intros l [<-|[<-|L]]; [apply OVER; auto|apply BENEATH; auto|]. apply (proj2 (inside_sides R p) B l L). Qed.

(* So R, with its boundary, has a point between 0 and h above p only where p is on the line of one of R's sides. *)
Theorem label_holds : forall C R q t h p, convex C -> too_low C R q t h = [] -> inside C p -> over R p ->
  0 < value q p - value t p < h -> exists e, In e (edges R) /\ value (side e) p == 0.
Proof. intros C R q t h p X N I O H. destruct (Exists_dec (fun e => value (side e) p == 0) (edges R)) as [E|E]. { intro e. apply Qeq_dec. }
  { apply Exists_exists in E. exact E. }
  exfalso. apply (proj1 (too_low_nothing C R q t h X (ex_intro _ p I)) N). exists p. split; [auto|split; [|auto]].
  intros e K. assert (V := O e K). destruct (Qeq_dec (value (side e) p) 0); [|lra]. exfalso. apply E, Exists_exists. eauto. Qed.

(* The same by the corners of what the cell and R have in common. *)
Theorem low_or_high : forall C R q t h, convex C -> (exists p, inside C p) -> 0 < h ->
  (too_low C R q t h = [] <->
    (forall c, In c (clip_all C (sides R)) -> value q c - value t c <= 0) \/
    (forall c, In c (clip_all C (sides R)) -> h <= value q c - value t c)).
Proof. intros C R q t h X I H0. set (S := clip_all C (sides R)).
  assert (F : forall p, value (height_over q t) p == value q p - value t p) by (intro; unfold value; simpl; ring).
  assert (B : forall p, value (beneath q t h) p == h - (value q p - value t p)) by (intro; unfold value; simpl; ring).
  rewrite too_low_nothing by auto. destruct S as [|c r] eqn:E; unfold S in E.
  { split; [intros _; left; intros c []|]. intros _ [p [J [K _]]].
    apply (proj1 (lemma_3 (sides R) C X I) E). exists p. split; auto. apply inside_sides. exact K. }
  destruct (clip_all_interior (sides R) C X I) as [Y [Z W]]; [congruence|]. rewrite E in Y, Z, W. clear E S. set (S := c :: r) in *. split.
  - intro N. destruct (clip S (height_over q t)) as [|a k] eqn:A.
    { left. intros d D. rewrite <- F. revert d D. apply (clip_nothing S _ Y). exact A. } destruct (clip S (beneath q t h)) as [|b m] eqn:D.
    { right. intros d K. apply (proj1 (clip_nothing S _ Y) D) in K. rewrite B in K. lra. }
    exfalso. apply N. destruct (clip_interior S (height_over q t) Y Z) as [u [U V]]; [congruence|].
    destruct (clip_interior S (beneath q t h) Y Z) as [u' [U' V']]; [congruence|]. rewrite F in V. rewrite B in V'.
    assert (G : exists p, inside S p /\ 0 < value q p - value t p < h).
    { set (f := value q u - value t u) in *. set (g := value q u' - value t u') in *.
      destruct (Qlt_le_dec f h); [exists u; auto|]. destruct (Qlt_le_dec 0 g); [exists u'; split; [auto|fold g; lra]|].
      set (s := (f - h * (1 # 2)) / (f - g)). assert (T : s * (f - g) == f - h * (1 # 2)) by (unfold s; field; lra).
      assert (0 < s) by nra. assert (s <= 1) by nra. exists (mix s u u'). split.
      - intros e L. apply mix_positive; auto. apply Qlt_le_weak, U, L. - rewrite !value_mix.
        assert (M : (1 - s) * value q u + s * value q u' - ((1 - s) * value t u + s * value t u') == h * (1 # 2)).
        { unfold f, g in T. lra. } rewrite M. lra. }
    destruct G as [p [J K]]. apply W in J. destruct J as [J L]. exists p. split; [auto|split; [|auto]]. apply inside_sides. exact L.
  - intros H [p [J [K [L M]]]]. assert (V : inside S p) by (apply W; split; [auto|apply inside_sides; auto]). destruct H as [H|H].
    + assert (V' : value (height_over q t) p <= 0) by (apply (apart S); auto; intros d D; rewrite F; auto). rewrite F in V'. lra.
    + assert (V' : value (beneath q t h) p <= 0). { apply (apart S); auto. intros d D. rewrite B. specialize (H d D). lra. }
      rewrite B in V'. lra. Qed.

(* Label s < K: heights from 0 to h at the corners, not all 0 and not all h, are strictly between in the interior. *)
Theorem witness_holds : forall C q t h, convex C ->
  (forall c, In c C -> 0 <= value q c - value t c <= h) ->
  (exists c, In c C /\ 0 < value q c - value t c) -> (exists c, In c C /\ value q c - value t c < h) ->
  forall p, inside C p -> 0 < value q p - value t p < h.
Proof. intros C q t h [N _] B [c [I L]] [d [J H]] p K. split.
  - apply (heights q t h p), (positive_inside C p); auto. + intros b M. apply B in M. unfold value, height_over in *. simpl. lra.
    + right. exists c. split; auto. apply (heights q t h c). exact L.
  - apply (heights q t h p), (positive_inside C p); auto. + intros b M. apply B in M. unfold value, beneath in *. simpl. lra.
    + right. exists d. split; auto. apply (heights q t h d). exact H. Qed.

(* Of a strip of places from -1 to 2 where R is x above T, no corner is at a height strictly between 0 and 1. *)
Theorem between_is_not_enough : exists C R q t h, convex C /\ (exists p, inside C p) /\ 0 < h /\
  (forall c, In c (clip_all C (sides R)) -> ~ 0 < value q c - value t c < h) /\ too_low C R q t h <> [].
Proof. set (C := [(-1, 0); (2, 0); (2, 1); (-1, 1)] : polygon).
  exists C, C, (Line 1 0 0), (Line 0 0 0), 1. split; [|split; [|split; [|split]]].
  - split; [discriminate|]. intros c I e E. simpl in I, E. unfold value.
    repeat destruct I as [<-|I]; try destruct I; repeat destruct E as [<-|E]; try destruct E; simpl; lra.
  - exists (0, 1 # 2). intros e E. simpl in E. unfold value. repeat destruct E as [<-|E]; try destruct E; simpl; lra.
  - reflexivity.
  - intros c I. vm_compute in I. unfold value. repeat destruct I as [<-|I]; try destruct I; simpl; lra.
  - vm_compute. discriminate. Qed.
