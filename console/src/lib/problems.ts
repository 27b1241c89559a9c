import { t } from 'i18next'
import { formatMoney } from './format.ts'

/** A field's problem from a form's resolver or the API: the kind of the issue, and its text in English. */
export type FieldIssue = { type?: string | number | undefined; message?: string | undefined }

/** Texts of the schemas and the API that the console replaces with its own; a number in them is kept. */
const words = [
  [/is missing/, 'required'],
  [/must be an amount/, 'amount'],
  [/https address/, 'https'],
  [/ISO date|calendar date|must be a date|timestamp|in the years/i, 'date'],
  [/time of day/, 'time'],
  [/invisible|white space|valid Unicode/, 'invisible'],
  [/must be a position/, 'position'],
  [/must be in whole TWD/, 'wholeTwd'],
  [/must not be before/, 'order'],
  [/must be after/, 'after'],
  [/lower than in the tier before/, 'lowerTier'],
  [/is taken/, 'taken'],
  [/e-?mail address/i, 'email'],
  [/to have >=1 characters/, 'required'],
  [/expected string to have <=(\d+)/, 'tooLong'],
  [/length of at most (\d+)/, 'tooLong'],
  // Numbers of forms are whole.
  [/expected \w+ to be >0/, 'atLeastOne'],
  [/expected \w+ to be >=(\d+)/, 'atLeast'],
  [/expected \w+ to be <=(\d+)/, 'atMost'],
  [/must be at least (\d+(?:\.\d+)?)/, 'atLeast'],
  [/must be at most (\d+(?:\.\d+)?)/, 'atMost'],
  [/must be more than (\d+(?:\.\d+)?)/, 'moreThan'],
] as const

/** Kinds of issues for a missing value. */
const missing = ['too_small', 'invalid_type']

/** The problem of a field, as people read it. */
export function problemText(issue: FieldIssue | undefined): string | undefined {
  if (issue === undefined) return undefined
  const { type, message = '' } = issue
  if (type === 'overtaken') return t(`problems.${message === '' ? 'overtaken' : 'overtakenBy'}`, { value: message })
  for (const [pattern, name] of words) {
    const found = pattern.exec(message)
    if (found) return t(`problems.${name}`, { number: shown(found[1] ?? '') })
  }
  if (missing.includes(String(type))) return t('problems.required')
  if (type === 'too_big') return t('problems.too_big')
  const isInvalid = type === 'invalid_value' || type === 'invalid_format' || message === ''
  return isInvalid ? t('problems.invalid_value') : sentenceOf(labelled(message))
}

/** A number of the API, whose amounts have two decimals. */
const shown = (number: string): string => (/\.\d\d$/.test(number) ? formatMoney(number) : number)

/** Fields whose names the API's sentences have, and the texts that label them in forms. */
const labels = {
  checkIn: 'bookings.checkIn',
  checkOut: 'bookings.checkOut',
  guestCount: 'fields.guests',
  arrivalTime: 'arrivals.arrivalTime',
} as const

/** A sentence of the API with the labels of the fields. */
const labelled = (text: string): string =>
  text.replaceAll(/\b(?:checkIn|checkOut|guestCount|arrivalTime)\b/g, name => t(labels[name as keyof typeof labels]))

/** A reason that follows the name of a field, as a sentence of its own. */
const sentenceOf = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? '' : '.'}`

/**
 * The problem of a field that the API names by its path, with the name in the form: `lines.0.quantity` is the pieces of line 1.
 * Other paths become the labels of the form's fields. The reason is the words after the path.
 */
export function namedProblem(path: string, reason: string): string {
  const [decision] = /(?:same|another)-payment$/.exec(reason) ?? []
  if (path === 'decision' && decision) return t(`payments.decisions.${decision}`, { defaultValue: reason })
  const [, index, field = ''] = /^\w+\.(\d+)\.(quantity|counted|variantId)$/.exec(path) ?? []
  if (index === undefined) return labelled(`${path} ${reason}`)
  return t(`paths.${field as 'quantity' | 'counted' | 'variantId'}`, { number: Number(index) + 1, reason })
}
