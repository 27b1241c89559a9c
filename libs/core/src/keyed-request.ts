/** A request whose idempotency key is not a field of its body, with its sender (docs/contract/conventions.md#idempotency). */
export type KeyedRequest = {
  actorType: 'member' | 'admin'
  actorId: string
  key: string
  /** Tells requests apart that have the same key. */
  fingerprint: string
  /** Whether it takes several steps, such as transactions or requests to other services, which are committed one by one. */
  isInSteps: boolean
}

export type StoredResponse = { status: number; body: string }

/** The response of a request that has acted; a partial one is not stored, so that the same request continues with the rest. */
export type ActedResponse = StoredResponse & { isPartial: boolean }

/** The response to a request with a key; `conflict` where the key belongs to another request, `too many` where the member has too many. */
export type KeyedOutcome = { response: StoredResponse; isReplayed: boolean } | 'conflict' | 'too many'

/** Lets a request with a key act once, and gives its response again when it is repeated. */
export type AnswerOnce = (request: KeyedRequest, act: () => Promise<ActedResponse>) => Promise<KeyedOutcome>
