import { z } from 'zod'
import {
  type Account,
  accountOfEmail,
  accountOfProvider,
  findAccount,
  freeEmail,
  freePhone,
  hashOf,
  isEmail,
  newLocalId,
  nowInMs,
  nowInSeconds,
  type Project,
  saveAccount,
  storedPassword,
} from './accounts.ts'
import { accountFields, type Call, text } from './call.ts'
import { changeByCode } from './oob-codes.ts'
import { demand } from './refusals.ts'
import { accountOfToken, issueTokens } from './tokens.ts'

/** Creates an account: by address and password or anonymously, and for the owner with any fields. */
export function signUp({ project, body, isOwner }: Call) {
  const { localId, idToken, email, password, ...fields } = accountFields.parse(body)
  const isAnonymous = !idToken && !email && !password
  demand(isOwner || !localId, 'UNEXPECTED_PARAMETER : User ID')
  demand(localId === undefined || !project.accounts.has(localId), 'DUPLICATE_LOCAL_ID')
  demand(isOwner || isAnonymous || email, 'MISSING_EMAIL')
  demand(isOwner || isAnonymous || password, 'MISSING_PASSWORD')
  const { displayName, photoUrl, phoneNumber, emailVerified = false, disabled } = fields
  const ofOwner = { displayName, photoUrl, emailVerified, ...(disabled && { disabled }) }
  const ofClient = isAnonymous ? {} : { displayName, emailVerified: false }
  const before = idToken
    ? accountOfToken(project, idToken).account
    : { localId: localId ?? newLocalId(), createdAt: nowInMs() }
  const account = saveAccount(project, before, {
    ...(isOwner ? ofOwner : ofClient),
    ...(isOwner && phoneNumber && { phoneNumber: freePhone(project, phoneNumber) }),
    ...(email && { email: freeEmail(project, email) }),
    ...(password && { ...storedPassword(password), validSince: nowInSeconds() }),
    lastLoginAt: nowInMs(),
  })
  return {
    localId: account.localId,
    displayName: account.displayName,
    email: account.email,
    ...(!isOwner && issueTokens(project, account, isAnonymous ? 'anonymous' : 'password')),
  }
}

export function signInWithPassword({ project, body }: Call) {
  const { email, password } = accountFields.parse(body)
  demand(email !== undefined, 'MISSING_EMAIL')
  demand(isEmail(email), 'INVALID_EMAIL')
  demand(password, 'MISSING_PASSWORD')
  const hidden = project.improvedEmailPrivacy ? 'INVALID_LOGIN_CREDENTIALS' : undefined
  const account = accountOfEmail(project, email)
  demand(account, hidden ?? 'EMAIL_NOT_FOUND')
  demand(!account.disabled, 'USER_DISABLED')
  demand(account.passwordHash === hashOf(password, account.salt ?? ''), hidden ?? 'INVALID_PASSWORD')
  return {
    registered: true,
    localId: account.localId,
    email: account.email,
    ...issueTokens(project, saveAccount(project, account, { lastLoginAt: nowInMs() }), 'password'),
  }
}

const texts = z.union([z.array(z.string()), z.string().transform(one => [one])]).default([])
const lookUpFields = z.object({
  idToken: text,
  localId: texts,
  email: texts,
  phoneNumber: texts,
  federatedUserId: z.array(z.object({ providerId: z.string(), rawId: z.string() })).default([]),
})

/** Reads the account of an ID token, and for the owner any accounts. */
export function lookUp({ project, body, isOwner }: Call) {
  const { idToken, localId, email, phoneNumber, federatedUserId } = lookUpFields.parse(body)
  demand(isOwner || idToken, 'MISSING_ID_TOKEN')
  const found = isOwner
    ? [
        ...localId.map(id => project.accounts.get(id)),
        ...email.map(address => accountOfEmail(project, address)),
        ...phoneNumber.map(number => findAccount(project, account => account.phoneNumber === number)),
        ...federatedUserId.map(({ providerId, rawId }) => accountOfProvider(project, providerId, rawId)),
      ]
    : [accountOfToken(project, idToken).account]
  const users = [...new Set(found)].filter(account => account !== undefined)
  return { users: users.length > 0 ? users : undefined }
}

const updateFields = accountFields.extend({
  oobCode: text,
  disableUser: z.boolean().optional(),
  validSince: z.coerce.string().optional(),
  deleteAttribute: z.array(z.enum(['DISPLAY_NAME', 'PHOTO_URL'])).default([]),
  deleteProvider: z.array(z.string()).default([]),
})

/** Changes an account: that of an ID token or of a code from an e-mail, and for the owner any. */
export function update(call: Call) {
  const { project, isOwner } = call
  const fields = updateFields.parse(call.body)
  demand(isOwner || fields.idToken || fields.oobCode, 'INVALID_REQ_TYPE : Unsupported request parameters.')
  demand(isOwner || fields.customAttributes === undefined, 'INSUFFICIENT_PERMISSION')
  demand(!isOwner || fields.localId, 'MISSING_LOCAL_ID')
  if (fields.oobCode) {
    const { account, changes } = changeByCode(project, fields.oobCode)
    return { ...updated(saveAccount(project, account, changes)), newEmail: changes.email }
  }
  const { account, provider } = isOwner
    ? { account: project.accounts.get(fields.localId ?? ''), provider: undefined }
    : accountOfToken(project, fields.idToken)
  demand(account, 'USER_NOT_FOUND')
  demand(isOwner || fields.disableUser === undefined, 'OPERATION_NOT_ALLOWED')
  const changes = { ...ofAccount(project, account, fields), ...(isOwner && ofOwner(project, account, fields)) }
  const saved = saveAccount(project, account, changes)
  const signsIn = fields.password ? 'password' : provider
  return {
    ...updated(saved),
    newEmail: fields.email?.toLowerCase(),
    ...(changes.validSince !== undefined && signsIn !== undefined && issueTokens(project, saved, signsIn)),
  }
}

type UpdateFields = z.output<typeof updateFields>

const withoutUndefined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

/** What each person may change of their account. */
function ofAccount(project: Project, account: Account, fields: UpdateFields): Partial<Account> {
  const { email, password, displayName, photoUrl, deleteAttribute } = fields
  const moves = email !== undefined && email.toLowerCase() !== account.email
  return {
    ...withoutUndefined({ displayName, photoUrl }),
    ...(moves && { email: freeEmail(project, email), emailVerified: false }),
    ...(password && storedPassword(password)),
    ...((moves || password || fields.validSince) && { validSince: nowInSeconds() }),
    ...(deleteAttribute.includes('DISPLAY_NAME') && { displayName: undefined }),
    ...(deleteAttribute.includes('PHOTO_URL') && { photoUrl: undefined }),
  }
}

function ofOwner(project: Project, account: Account, fields: UpdateFields): Partial<Account> {
  const { emailVerified, customAttributes, validSince, disableUser: disabled, phoneNumber, deleteProvider } = fields
  const remaining = account.providerUserInfo?.filter(({ providerId }) => !deleteProvider.includes(providerId))
  return {
    ...withoutUndefined({ emailVerified, customAttributes, validSince, disabled, providerUserInfo: remaining }),
    ...(phoneNumber && phoneNumber !== account.phoneNumber && { phoneNumber: freePhone(project, phoneNumber) }),
    ...(deleteProvider.includes('phone') && { phoneNumber: undefined }),
  }
}

function updated({ localId, email, emailVerified, displayName, photoUrl, passwordHash, providerUserInfo }: Account) {
  return { localId, email, emailVerified, displayName, photoUrl, passwordHash, providerUserInfo }
}

/** Deletes the account of an ID token, and for the owner any. */
export function deleteAccount({ project, body, isOwner }: Call) {
  const { localId, idToken } = accountFields.parse(body)
  demand(isOwner ? localId : idToken, isOwner ? 'MISSING_LOCAL_ID' : 'MISSING_ID_TOKEN')
  const account = isOwner ? project.accounts.get(localId ?? '') : accountOfToken(project, idToken).account
  demand(account, 'USER_NOT_FOUND')
  project.accounts.delete(account.localId)
  return {}
}
