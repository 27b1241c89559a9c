import { listenOnLoopback } from '@campstore/testing/http-server'
import { useFixture } from '@campstore/testing/use-fixture'
import { deleteApp, initializeApp } from '@firebase/app'
import {
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  GoogleAuthProvider,
  initializeAuth,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import { deleteApp as deleteAdmin, initializeApp as initializeAdmin } from 'firebase-admin/app'
import { getAuth as getAdmin } from 'firebase-admin/auth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityEmulator } from './server.ts'

const projectId = 'demo-emulator-test'
const server = useFixture(() =>
  listenOnLoopback(createIdentityEmulator({ projectId, onLoopback: true, log: () => {} })),
)
/** The address of Firebase's own emulator: the same tests show that it answers alike (CONTRIBUTING.md). */
const official = process.env.IDENTITY_EMULATOR_OFFICIAL
const password = 'a-password'
let host = ''

beforeAll(async () => {
  host = official ?? `127.0.0.1:${server.port}`
})

afterEach(() => fetch(`http://${host}/emulator/v1/projects/${projectId}/accounts`, { method: 'DELETE' }))

describe('the SDK of browsers', () => {
  const app = initializeApp({ apiKey: 'local', projectId }, 'emulator-test')
  const auth = initializeAuth(app)

  beforeAll(() => connectAuthEmulator(auth, `http://${host}`, { disableWarnings: true }))

  afterAll(() => deleteApp(app))

  /** The last e-mail. */
  async function lastCode(): Promise<{ oobCode: string; oobLink: string }> {
    const codes = await fetch(`http://${host}/emulator/v1/projects/${projectId}/oobCodes`)
    const { oobCodes } = (await codes.json()) as { oobCodes: { oobCode: string; oobLink: string }[] }
    return oobCodes.at(-1) ?? expect.fail()
  }
  const openLink = async () => (await fetch((await lastCode()).oobLink)).status

  test('signs up, renews its token, verifies and changes its address, signs in again, and leaves', async () => {
    const { user } = await createUserWithEmailAndPassword(auth, 'ann@campstore.test', password)
    await sendEmailVerification(user)
    expect(await openLink()).toBe(200)
    await updateProfile(user, { displayName: 'Ann' })
    const { claims } = await user.getIdTokenResult(true)
    expect(claims).toMatchObject({ sub: user.uid, email_verified: true, name: 'Ann' })
    await verifyBeforeUpdateEmail(user, 'moved@campstore.test')
    expect(await openLink()).toBe(200)
    await updatePassword(user, 'another-password')
    await signInWithEmailAndPassword(auth, 'moved@campstore.test', 'another-password')
    expect(auth.currentUser?.uid).toBe(user.uid)
    await deleteUser(auth.currentUser ?? user)
    expect(auth.currentUser).toBeNull()
  })

  test('signs in anonymously, and by a new password after a reset', async () => {
    expect((await signInAnonymously(auth)).user).toMatchObject({ isAnonymous: true, email: null })
    const { user } = await createUserWithEmailAndPassword(auth, 'ann@campstore.test', password)
    await sendPasswordResetEmail(auth, 'ann@campstore.test')
    await confirmPasswordReset(auth, (await lastCode()).oobCode, 'another-password')
    expect((await signInWithEmailAndPassword(auth, 'ann@campstore.test', 'another-password')).user.uid).toBe(user.uid)
  })

  test('signs in with Google; not to the account of another by an address that Google does not vouch for', async () => {
    const claims = JSON.stringify({ sub: 'g-1', email: 'bo@campstore.test', email_verified: true, name: 'Bo' })
    const { user } = await signInWithCredential(auth, GoogleAuthProvider.credential(claims))
    expect(user).toMatchObject({ email: 'bo@campstore.test', emailVerified: true, displayName: 'Bo' })
    await createUserWithEmailAndPassword(auth, 'ann@campstore.test', password)
    const unproven = JSON.stringify({ sub: 'g-2', email: 'ann@campstore.test', email_verified: false })
    await expect(signInWithCredential(auth, GoogleAuthProvider.credential(unproven))).rejects.toMatchObject({
      code: 'auth/account-exists-with-different-credential',
    })
  })

  test.each([
    ['auth/user-not-found', 'unknown@campstore.test', password],
    ['auth/wrong-password', 'ann@campstore.test', 'another-password'],
    ['auth/invalid-email', 'ann', password],
    ['auth/missing-password', 'ann@campstore.test', ''],
  ])('is told %s', async (code, email, given) => {
    await createUserWithEmailAndPassword(auth, 'ann@campstore.test', password)
    await expect(signInWithEmailAndPassword(auth, email, given)).rejects.toMatchObject({ code })
    await expect(createUserWithEmailAndPassword(auth, 'ann@campstore.test', password)).rejects.toMatchObject({
      code: 'auth/email-already-in-use',
    })
    await expect(createUserWithEmailAndPassword(auth, 'bo@campstore.test', 'short')).rejects.toMatchObject({
      code: 'auth/weak-password',
    })
  })
})

describe('firebase-admin', () => {
  const before = process.env.FIREBASE_AUTH_EMULATOR_HOST
  const app = initializeAdmin({ projectId }, 'emulator-test')

  beforeAll(() => {
    process.env.FIREBASE_AUTH_EMULATOR_HOST = host
  })

  afterAll(async () => {
    await deleteAdmin(app)
    if (before === undefined) delete process.env.FIREBASE_AUTH_EMULATOR_HOST
    else process.env.FIREBASE_AUTH_EMULATOR_HOST = before
  })

  test('creates, reads, changes, lists and deletes accounts', async () => {
    const admin = getAdmin(app)
    const { uid } = await admin.createUser({ email: 'ann@campstore.test', password, displayName: 'Ann' })
    expect(await admin.getUserByEmail('ann@campstore.test')).toMatchObject({ uid, displayName: 'Ann' })
    await admin.updateUser(uid, { email: 'moved@campstore.test', emailVerified: true, displayName: null })
    await admin.importUsers([{ uid: 'uid-2', email: 'bo@campstore.test' }])
    expect((await admin.listUsers()).users.map(user => user.email).sort()).toEqual([
      'bo@campstore.test',
      'moved@campstore.test',
    ])
    await admin.deleteUser(uid)
    await expect(admin.getUser(uid)).rejects.toMatchObject({ code: 'auth/user-not-found' })
    await expect(admin.createUser({ email: 'bo@campstore.test' })).rejects.toMatchObject({
      code: 'auth/email-already-exists',
    })
  })

  test('verifies tokens with their custom claims, until they are revoked or the account is disabled', async () => {
    const admin = getAdmin(app)
    const { uid } = await admin.createUser({ email: 'ann@campstore.test', password })
    await admin.setCustomUserClaims(uid, { role: 'admin' })
    const url = `http://${host}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`
    const body = JSON.stringify({ email: 'ann@campstore.test', password, returnSecureToken: true })
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { idToken } = (await response.json()) as { idToken: string }
    expect(await admin.verifyIdToken(idToken)).toMatchObject({ uid, role: 'admin' })
    await admin.updateUser(uid, { disabled: true })
    await expect(admin.verifyIdToken(idToken)).rejects.toMatchObject({ code: 'auth/user-disabled' })
    await admin.updateUser(uid, { disabled: false })
    // Tokens of the same second stay valid.
    await expect
      .poll(() =>
        admin
          .revokeRefreshTokens(uid)
          .then(() => admin.verifyIdToken(idToken))
          .catch(({ code }) => code),
      )
      .toBe('auth/id-token-revoked')
  })

  test('makes the links of e-mails', async () => {
    const admin = getAdmin(app)
    await admin.createUser({ email: 'ann@campstore.test', password })
    const link = await admin.generatePasswordResetLink('ann@campstore.test')
    expect((await fetch(`${link}&newPassword=another-password`)).status).toBe(200)
  })
})
