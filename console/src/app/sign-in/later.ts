import { type Identity, SignInError } from './identity.ts'

/** A provider with passwords, whose code the first subscriber loads; until then, no one is signed in. */
export function openLater(open: () => Promise<Identity>, isDemonstration: boolean): Identity {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let identity: Identity | undefined
  let opening: Promise<Identity> | undefined
  const opened = (): Promise<Identity> => {
    opening ??= open().then(
      loaded => {
        identity = loaded
        loaded.subscribe(tell)
        return loaded
      },
      cause => {
        opening = undefined
        throw new SignInError('unreachable', { cause })
      },
    )
    return opening
  }
  return {
    subject: () => identity?.subject(),
    subscribe(listener) {
      listeners.add(listener)
      // The sign-in itself shows a failure.
      void opened().catch(() => {})
      return () => listeners.delete(listener)
    },
    token: async renew => (await opened()).token(renew),
    signOut: async () => (await opened()).signOut(),
    forget: async () => (await opened()).forget(),
    method: {
      kind: 'password',
      isDemonstration,
      async signIn(email, password) {
        const { method } = await opened()
        if (method.kind === 'password') await method.signIn(email, password)
      },
    },
  }
}
