/**
 * Whole seconds until a deadline, for a checkout session (docs/contract/conventions.md#countdowns).
 *
 * @param deadline null where the hold cannot end any more
 * @returns 0 once it has passed
 */
export const secondsLeft = (deadline: Date | string | null, now: Date): number =>
  deadline === null ? 0 : Math.max(0, Math.floor((new Date(deadline).getTime() - now.getTime()) / 1_000))

/** The first response of a checkout as it is sent again: the deadline is the same, and nearer. */
export const sentAgain = <Session extends { checkoutExpiresAt: string }>(session: Session, now: Date): Session => ({
  ...session,
  secondsLeft: secondsLeft(session.checkoutExpiresAt, now),
})
