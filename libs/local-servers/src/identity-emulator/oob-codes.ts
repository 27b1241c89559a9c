import { z } from 'zod'
import {
  accountOfEmail,
  isEmail,
  linkModes,
  newLocalId,
  nowInSeconds,
  type Project,
  saveAccount,
  storedPassword,
} from './accounts.ts'
import { type Call, text } from './call.ts'
import { demand, Refusal } from './refusals.ts'
import { accountOfToken } from './tokens.ts'

const codeFields = z.object({
  requestType: z.enum(['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'PASSWORD_RESET', 'EMAIL_SIGNIN']).optional(),
  idToken: text,
  email: text,
  newEmail: text,
  continueUrl: text,
  returnOobLink: z.boolean().optional(),
})

/** Makes a code and writes its link to the log, where Firebase would send an e-mail. The owner may ask for the link. */
export function sendOobCode({ project, body, isOwner, origin, log }: Call) {
  const { requestType, idToken, continueUrl, returnOobLink, ...fields } = codeFields.parse(body)
  demand(requestType, 'MISSING_REQ_TYPE')
  if (requestType === 'EMAIL_SIGNIN')
    throw new Refusal(501, 'Links that sign in are not implemented.', 'NOT_IMPLEMENTED')
  demand(!returnOobLink || isOwner, 'INSUFFICIENT_PERMISSION')
  demand(
    !continueUrl || URL.canParse(continueUrl),
    'INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))',
  )
  const resets = requestType === 'PASSWORD_RESET'
  const moves = requestType === 'VERIFY_AND_CHANGE_EMAIL'
  const newEmail = moves ? fields.newEmail?.toLowerCase() : undefined
  demand(!moves || newEmail, 'MISSING_NEW_EMAIL')
  demand(!newEmail || isEmail(newEmail), 'INVALID_NEW_EMAIL')
  const byAddress = resets || (returnOobLink && !idToken)
  demand(byAddress || !moves || idToken, 'MISSING_ID_TOKEN')
  const email = byAddress ? fields.email?.toLowerCase() : accountOfToken(project, idToken).account.email
  demand(email, 'MISSING_EMAIL')
  const answer = { email }
  const isKnown = accountOfEmail(project, email) !== undefined
  if (!isKnown && resets && project.improvedEmailPrivacy) return answer
  demand(isKnown, resets ? 'EMAIL_NOT_FOUND' : 'USER_NOT_FOUND')
  demand(!newEmail || !accountOfEmail(project, newEmail), 'EMAIL_EXISTS')

  const oobCode = newLocalId() + newLocalId()
  const parameters = { mode: linkModes[requestType], lang: 'en', oobCode, apiKey: 'fake-api-key' }
  const oobLink = `${origin}/emulator/action?${new URLSearchParams({ ...parameters, ...(continueUrl && { continueUrl }) })}`
  project.oobCodes.set(oobCode, { email, newEmail, requestType, oobCode, oobLink })
  log(`${requestType} for ${email}: ${oobLink}`)
  return { ...answer, ...(returnOobLink && { oobCode, oobLink }) }
}

/** Takes a code that confirms an address: its account, and the changes. */
export function changeByCode(project: Project, oobCode: string) {
  const code = project.oobCodes.get(oobCode)
  demand(code && code.requestType !== 'PASSWORD_RESET', 'INVALID_OOB_CODE')
  project.oobCodes.delete(oobCode)
  const account = accountOfEmail(project, code.email)
  demand(account, 'INVALID_OOB_CODE')
  const { newEmail } = code
  demand(!newEmail || !accountOfEmail(project, newEmail), 'EMAIL_EXISTS')
  return { account, changes: { emailVerified: true, ...(newEmail && { email: newEmail }) } }
}

const resetFields = z.object({ oobCode: text, newPassword: text })

/** Returns the purpose of a code and, with a new password, sets it. */
export function resetPassword({ project, body }: Pick<Call, 'project' | 'body'>) {
  const { oobCode, newPassword } = resetFields.parse(body)
  demand(oobCode, 'MISSING_OOB_CODE')
  const code = project.oobCodes.get(oobCode)
  demand(code, 'INVALID_OOB_CODE')
  const { requestType, email, newEmail } = code
  if (newPassword) {
    demand(requestType === 'PASSWORD_RESET', 'INVALID_OOB_CODE')
    const password = storedPassword(newPassword)
    project.oobCodes.delete(oobCode)
    const account = accountOfEmail(project, email)
    demand(account, 'INVALID_OOB_CODE')
    const changes = { ...password, emailVerified: true, validSince: nowInSeconds(), providerUserInfo: [] }
    saveAccount(project, account, changes)
  }
  return { requestType, email, newEmail }
}

/**
 * Carries out the action of a code's link.
 *
 * @returns the page of the link, and the address where the browser continues
 */
export function followLink(project: Project, query: URLSearchParams): { body: object; location: string | undefined } {
  const oobCode = query.get('oobCode') ?? ''
  const code = project.oobCodes.get(oobCode)
  demand(code && linkModes[code.requestType] === query.get('mode'), 'INVALID_OOB_CODE')
  if (code.requestType === 'PASSWORD_RESET') {
    const newPassword = query.get('newPassword')
    demand(newPassword, 'MISSING_PASSWORD : Add &newPassword= and a password to the address.')
    resetPassword({ project, body: { oobCode, newPassword } })
  } else {
    const { account, changes } = changeByCode(project, oobCode)
    saveAccount(project, account, changes)
  }
  const { email, newEmail } = code
  return {
    body: { authEmulator: { success: 'Done.', email, newEmail } },
    location: query.get('continueUrl') ?? undefined,
  }
}
