import { z } from 'zod'
import {
  type Account,
  accountOfEmail,
  accountOfProvider,
  hashOf,
  isEmail,
  newLocalId,
  nowInMs,
  nowInSeconds,
  type Project,
  saveAccount,
} from './accounts.ts'
import { accountFields, type Call, text } from './call.ts'
import { demand, Refusal } from './refusals.ts'

const imported = accountFields.extend({
  localId: z.string().default(''),
  createdAt: z.coerce.string().optional(),
  lastLoginAt: z.coerce.string().optional(),
  rawPassword: text,
  passwordHash: text,
  salt: text,
  providerUserInfo: z.array(z.looseObject({ providerId: z.string(), rawId: z.string() })).optional(),
})
const importFields = z.object({ users: z.array(imported).default([]), allowOverwrite: z.boolean().default(false) })

/** Creates many accounts, or overwrites them; the response lists the ones that cannot be created. */
export function batchCreate({ project, body }: Call) {
  const { users, allowOverwrite } = importFields.parse(body)
  demand(users.length > 0, 'MISSING_USER_ACCOUNT')
  const error: { index: number; message: string }[] = []
  for (const [index, user] of users.entries()) {
    try {
      importAccount(project, user, allowOverwrite)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      error.push({ index, message: refusal.message })
    }
  }
  return { error }
}

function importAccount(project: Project, user: z.output<typeof imported>, allowOverwrite: boolean): void {
  const {
    email,
    rawPassword,
    passwordHash,
    salt = `fakeSalt${newLocalId()}`,
    emailVerified,
    disabled,
    ...fields
  } = user
  const { localId, phoneNumber, createdAt = nowInMs(), providerUserInfo = [] } = fields
  const isOther = (account: Account | undefined) => account !== undefined && account.localId !== localId
  demand(localId, 'localId is missing')
  demand(!phoneNumber || phoneNumber.startsWith('+'), 'phone number format is invalid')
  demand(!email || isEmail(email), 'email is invalid')
  demand(
    !email || !isOther(accountOfEmail(project, email)),
    `((Auth Emulator does not support importing duplicate email: ${email}))`,
  )
  for (const { providerId, rawId } of providerUserInfo)
    demand(!isOther(accountOfProvider(project, providerId, rawId)), 'raw id exists in other account in database')
  const isFree = !project.accounts.has(localId)
  demand(isFree || allowOverwrite, 'localId belongs to an existing account - can not overwrite.')
  const password = passwordHash ?? (rawPassword && hashOf(rawPassword, salt))
  saveAccount(
    project,
    { ...fields, createdAt, providerUserInfo },
    {
      email: email?.toLowerCase(),
      emailVerified: emailVerified === true,
      disabled: disabled === true,
      validSince: nowInSeconds(),
      ...(password && { passwordHash: password, salt, passwordUpdatedAt: Date.now() }),
    },
  )
}

/** A page of all accounts, by id. */
export function batchGet({ project, query }: Call) {
  const size = Math.min(Math.floor(Number(query.get('maxResults'))) || 20, 1000)
  const after = query.get('nextPageToken') ?? ''
  const users = [...project.accounts.values()]
    .filter(({ localId }) => localId > after)
    .sort((a, b) => (a.localId < b.localId ? -1 : 1))
    .slice(0, size)
  const nextPageToken = users.length === size ? users.at(-1)?.localId : undefined
  return { users, nextPageToken }
}
