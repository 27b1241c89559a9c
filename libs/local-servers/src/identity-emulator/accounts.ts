import { randomBytes } from 'node:crypto'
import { demand } from './refusals.ts'

/** A provider that an account signs in with. */
export type ProviderInfo = {
  providerId: string
  rawId: string
  federatedId?: string
  email?: string
  phoneNumber?: string
  displayName?: string
  photoUrl?: string
}

/** An account as Firebase's API shows it. Texts of digits are Unix times: `validSince` in seconds, the others in milliseconds. */
export type Account = {
  localId: string
  createdAt: string
  lastLoginAt?: string
  /** ISO 8601. */
  lastRefreshAt?: string
  /** Tokens that were issued before are revoked. */
  validSince?: string
  email?: string
  emailVerified?: boolean
  displayName?: string
  photoUrl?: string
  phoneNumber?: string
  passwordHash?: string
  salt?: string
  passwordUpdatedAt?: number
  disabled?: boolean
  /** Custom claims as JSON. */
  customAttributes?: string
  providerUserInfo?: ProviderInfo[]
}

/** What the link in an e-mail is for, and the `mode` in its address. */
export const linkModes = {
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  PASSWORD_RESET: 'resetPassword',
} as const

/** A code that Firebase would send by e-mail, in the link `oobLink`. */
export type OobCode = {
  email: string
  newEmail?: string
  requestType: keyof typeof linkModes
  oobCode: string
  oobLink: string
}

/** Everything that the emulator keeps, in memory. */
export type Project = {
  id: string
  accounts: Map<string, Account>
  oobCodes: Map<string, OobCode>
  /** Whether refusals hide which addresses have an account. */
  improvedEmailPrivacy: boolean
}

/** An id of 28 letters and digits. */
export const newLocalId = (): string => randomBytes(40).toString('base64').replaceAll(/\W/g, '').slice(0, 28)

export const nowInSeconds = (): string => String(Math.floor(Date.now() / 1000))
export const nowInMs = (): string => String(Date.now())

export const findAccount = (project: Project, matches: (account: Account) => boolean): Account | undefined =>
  [...project.accounts.values()].find(matches)

export const accountOfEmail = (project: Project, email: string): Account | undefined =>
  findAccount(project, account => account.email === email.toLowerCase())

export const accountOfProvider = (project: Project, providerId: string, rawId: string): Account | undefined =>
  findAccount(project, ({ providerUserInfo = [] }) =>
    providerUserInfo.some(info => info.providerId === providerId && info.rawId === rawId),
  )

/** Stores an account with changes; `undefined` removes a field. Its password and telephone number are providers too. */
export function saveAccount(project: Project, account: Account, changes: Partial<Account>): Account {
  const saved = { ...account, ...changes }
  const { email, passwordHash, phoneNumber, displayName, photoUrl } = saved
  const infos = new Map((saved.providerUserInfo ?? []).map(info => [info.providerId, info]))
  if (email === undefined || passwordHash === undefined) infos.delete('password')
  else infos.set('password', { providerId: 'password', email, federatedId: email, rawId: email, displayName, photoUrl })
  if (phoneNumber === undefined) infos.delete('phone')
  else infos.set('phone', { providerId: 'phone', phoneNumber, rawId: phoneNumber })
  if (infos.size > 0 || saved.providerUserInfo !== undefined) saved.providerUserInfo = [...infos.values()]
  project.accounts.set(saved.localId, saved)
  return saved
}

export const isEmail = (text: string): boolean => /^[^@]+@[^@]+$/.test(text)

/** An address for an account, as it is stored. */
export function freeEmail(project: Project, email: string): string {
  demand(isEmail(email), 'INVALID_EMAIL')
  demand(!accountOfEmail(project, email), 'EMAIL_EXISTS')
  return email.toLowerCase()
}

/** A telephone number for an account. */
export function freePhone(project: Project, phoneNumber: string): string {
  demand(phoneNumber.startsWith('+'), 'INVALID_PHONE_NUMBER : Invalid format.')
  demand(!findAccount(project, account => account.phoneNumber === phoneNumber), 'PHONE_NUMBER_EXISTS')
  return phoneNumber
}

/** A password as Firebase's emulator stores it: readable, so no account of the emulator may have a password of value. */
export const hashOf = (password: string, salt: string): string => `fakeHash:salt=${salt}:password=${password}`

export function storedPassword(password: string, salt = `fakeSalt${newLocalId()}`) {
  demand(password.length >= 6, 'WEAK_PASSWORD : Password should be at least 6 characters')
  return { salt, passwordHash: hashOf(password, salt), passwordUpdatedAt: Date.now() }
}
