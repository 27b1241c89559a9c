/** The sign-in as the gateway configures it: `GET /staff/config.json` (docs/console.md#signing-in). */
export type SignInConfig =
  | { provider: 'firebase'; apiKey: string; emulator: string | null }
  | { provider: 'oidc'; issuer: string; clientId: string; scopes: string }
  | { provider: null }

/** Who is signed in at the identity provider. */
export type Identity = {
  /** The provider's id of the person; undefined after a sign-out. */
  subject(): string | undefined
  /** Calls the listener on each sign-in and sign-out. Returns a function that stops this. */
  subscribe(listener: () => void): () => void
  /** An ID token, a new one with `renew`; undefined after a sign-out. */
  token(renew: boolean): Promise<string | undefined>
  signOut(): Promise<void>
  /** Ends the session here, but not at the provider: the page stays. */
  forget(): Promise<void>
  readonly method:
    | { kind: 'password'; isDemonstration: boolean; signIn(email: string, password: string): Promise<void> }
    | { kind: 'redirect'; signIn(): Promise<void> }
    | { kind: 'none' }
}

/** A refusal of the provider, by the key of its text. */
export class SignInError extends Error {
  readonly reason: 'wrong' | 'tooMany' | 'unreachable' | 'failed'

  constructor(reason: SignInError['reason'], options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
