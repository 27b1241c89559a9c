/** A refusal as Google's APIs write it: `{ "error": { "code", "message", "errors", "status" } }`. */
export class Refusal extends Error {
  readonly code: number
  readonly status: string | undefined

  /**
   * @param code HTTP status
   * @param message a code of Firebase such as `EMAIL_EXISTS`, which may be followed by ` : ` and an explanation
   */
  constructor(code: number, message: string, status?: string) {
    super(message)
    this.code = code
    this.status = status
  }

  toJSON(): object {
    const { code, message, status } = this
    return { error: { code, message, errors: [{ message, reason: 'invalid', domain: 'global' }], status } }
  }
}

/**
 * @throws {Refusal} 400 with the message when the condition does not hold
 */
export function demand(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Refusal(400, message)
}
