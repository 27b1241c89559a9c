import { FirebaseError, initializeApp } from '@firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  onAuthStateChanged,
  signInWithEmailAndPassword,
} from '@firebase/auth'
import { type Identity, type SignInConfig, SignInError } from './identity.ts'

const reasons: Partial<Record<string, SignInError['reason']>> = {
  'auth/invalid-credential': 'wrong',
  'auth/invalid-email': 'wrong',
  'auth/user-not-found': 'wrong',
  'auth/wrong-password': 'wrong',
  'auth/too-many-requests': 'tooMany',
  'auth/network-request-failed': 'unreachable',
}

/** Accounts of Firebase, or of its emulator. */
export async function openFirebase({
  apiKey,
  emulator,
}: Extract<SignInConfig, { provider: 'firebase' }>): Promise<Identity> {
  const auth = initializeAuth(initializeApp({ apiKey }), { persistence: browserLocalPersistence })
  if (emulator !== null) connectAuthEmulator(auth, emulator, { disableWarnings: true })
  await auth.authStateReady()
  return {
    subject: () => auth.currentUser?.uid,
    subscribe: listener => onAuthStateChanged(auth, listener),
    token: async renew => auth.currentUser?.getIdToken(renew),
    signOut: () => auth.signOut(),
    forget: () => auth.signOut(),
    method: {
      kind: 'password',
      isDemonstration: emulator !== null,
      async signIn(email, password) {
        try {
          await signInWithEmailAndPassword(auth, email, password)
        } catch (cause) {
          const reason = cause instanceof FirebaseError ? reasons[cause.code] : undefined
          throw new SignInError(reason ?? 'failed', { cause })
        }
      },
    },
  }
}
