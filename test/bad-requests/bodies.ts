import { gzipSync } from 'node:zlib'
import type { ErrorCode } from '@campstore/contract/errors'
import { isText } from '@campstore/contract/text'
import type { BadRequest, Request } from './requests.ts'

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

/** A JSON text of exactly so many bytes that says what `body` says. */
const padded = (body: object, bytes: number): string => JSON.stringify(body).padEnd(bytes)

const nested = (depth: number, inner = ''): string => '['.repeat(depth) + inner + ']'.repeat(depth)

/**
 * Bodies that no endpoint takes which must be given something.
 *
 * @param request the endpoint
 * @param good a body that it would take
 */
export const badBodies = (request: Request, good: object): BadRequest[] => [
  ...unreadableBodies(request, good),
  ...[
    ['an empty object', '{}'],
    ['everything under __proto__', `{"__proto__":${JSON.stringify(good)}}`],
    ['everything under constructor.prototype', `{"constructor":{"prototype":${JSON.stringify(good)}}}`],
    ['everything one level too deep', JSON.stringify({ body: good })],
  ].map(([what = '', body]): BadRequest => [what, { ...request, body }, 'VALIDATION_ERROR']),
]

/**
 * Bodies that no endpoint takes, whatever it asks for: no JSON object, or too large.
 *
 * @param request the endpoint
 * @param good a body that it would take
 */
export function unreadableBodies(request: Request, good: object): BadRequest[] {
  const text = JSON.stringify(good)
  const row = (what: string, body: Request['body'], code: ErrorCode, headers: Request['headers'] = {}): BadRequest => [
    what,
    { ...request, body, headers },
    code,
  ]
  const malformed = (what: string, body: Request['body']) => row(what, body, 'VALIDATION_ERROR')
  const typed = (type: string | string[], code: ErrorCode) =>
    row(`content-type ${type}`, text, code, { 'content-type': type })
  const encoded = (what: string, encoding: string, body: Request['body'], code: ErrorCode) =>
    row(what, body, code, { 'content-encoding': encoding })
  return [
    malformed('no body', undefined),
    malformed('an empty body', ''),
    malformed('blanks only', ' \n\t '),
    malformed('a list', `[${text}]`),
    malformed('a list of nothing', '[]'),
    malformed('null', 'null'),
    malformed('true', 'true'),
    malformed('a number', '1'),
    malformed('a text', JSON.stringify(text)),
    malformed('JSON cut off in the middle', text.slice(0, text.length / 2)),
    malformed('JSON without its last brace', text.slice(0, -1)),
    malformed('JSON followed by more', `${text}{}`),
    malformed('JSON with a comma too many', `${text.slice(0, -1)},}`),
    malformed('JSON with a comment', `/* please */${text}`),
    malformed('JSON in single quotes', text.replaceAll('"', "'")),
    malformed('NaN as a value', text.replace(/:1\b/, ':NaN')),
    malformed('undefined as a value', text.replace(/:1\b/, ':undefined')),
    malformed('a NUL after the JSON', `${text}\0`),
    malformed('a NUL before the JSON', `\0${text}`),
    malformed('a raw line feed inside a text', text.replace(/(?<="\w+)-(?=\w+")/, '\n')),
    malformed('UTF-16', utf16(text)),
    malformed('ten thousand nested lists', nested(10_000)),
    malformed('ten thousand nested lists without their ends', '['.repeat(10_000)),
    malformed('a form', 'campgroundId=camp-pine'),
    malformed('XML', '<campgroundId>camp-pine</campgroundId>'),
    row('100,001 bytes', padded(good, 100_001), 'PAYLOAD_TOO_LARGE'),
    row('a million bytes', padded(good, 1_000_000), 'PAYLOAD_TOO_LARGE'),
    encoded('JSON that is called gzip', 'gzip', text, 'UNSUPPORTED_MEDIA_TYPE'),
    encoded('gzip that is cut off', 'gzip', gzipSync(text).subarray(0, 30), 'UNSUPPORTED_MEDIA_TYPE'),
    encoded('gzip of no JSON', 'gzip', gzipSync('no'), 'UNSUPPORTED_MEDIA_TYPE'),
    encoded('a small gzip of a large body', 'gzip', gzipSync(padded(good, 5_000_000)), 'UNSUPPORTED_MEDIA_TYPE'),
    encoded('gzip within gzip', 'gzip, gzip', gzipSync(gzipSync(text)), 'UNSUPPORTED_MEDIA_TYPE'),
    encoded('an encoding that nobody knows', 'rot13', text, 'UNSUPPORTED_MEDIA_TYPE'),
    row('gzip that is not called so', gzipSync(text), 'VALIDATION_ERROR'),
    typed('text/plain', 'UNSUPPORTED_MEDIA_TYPE'),
    typed('text/json', 'UNSUPPORTED_MEDIA_TYPE'),
    typed('application/x-www-form-urlencoded', 'UNSUPPORTED_MEDIA_TYPE'),
    typed('multipart/form-data; boundary=x', 'UNSUPPORTED_MEDIA_TYPE'),
    typed('application/jsonp', 'UNSUPPORTED_MEDIA_TYPE'),
    typed('application/', 'UNSUPPORTED_MEDIA_TYPE'),
    typed('', 'UNSUPPORTED_MEDIA_TYPE'),
    typed('*/*', 'UNSUPPORTED_MEDIA_TYPE'),
    row('two content-types', text, 'VALIDATION_ERROR', { 'content-type': ['application/json', 'text/plain'] }),
    row('JSON in a charset that it is not in', utf16(text), 'VALIDATION_ERROR', {
      'content-type': 'application/json; charset=utf-16',
    }),
  ]
}

/** Values that are no text, by what they are. */
export const noTexts: [string, unknown][] = [
  ['null', null],
  ['a number', 1],
  ['a boolean', true],
  ['a list', ['camp-pine']],
  ['an object', { id: 'camp-pine' }],
  ['a list of lists', [[[[]]]]],
]

/** Values that are no positive count that a database could hold, as JSON texts. */
export const noCounts: [string, string][] = [
  ['0', '0'],
  ['-0', '-0'],
  ['-1', '-1'],
  ['1.5', '1.5'],
  ['a hair more than 1', '1.0000000001'],
  ['2147483648', '2147483648'],
  ['2 to the power of 53', '9007199254740992'],
  ['twenty digits', '99999999999999999999'],
  ['1e400', '1e400'],
  ['-1e400', '-1e400'],
  ['1e-400, which is nothing', '1e-400'],
  ['the text "1"', '"1"'],
  ['the text "NaN"', '"NaN"'],
  ['the text "Infinity"', '"Infinity"'],
  ['true', 'true'],
  ['null', 'null'],
  ['a list of one', '[1]'],
  ['an object', '{"$gt":0}'],
]

/** The error of an invalid date of a stay: invalid text is refused first (docs/contract/conventions.md#order-of-checks). */
export const stayDateRefusal = (text: string): ErrorCode => (isText(text) ? 'BOOKING_DATE_INVALID' : 'VALIDATION_ERROR')

/** Texts that name no day of the calendar. */
export const noDates: string[] = [
  '',
  ' ',
  'tomorrow',
  'now',
  'infinity',
  'epoch',
  '2027',
  '2027-2-3',
  '2027-02-30',
  '2027-02-29',
  '2027-04-31',
  '2027-13-01',
  '2027-00-10',
  '2027-01-00',
  '2027-01-32',
  '0000-01-01',
  '+012027-01-01',
  '-002027-01-01',
  '-2027-01-01',
  '12027-01-01',
  ' 2027-01-01',
  '2027-01-01 ',
  '2027-01-01\n',
  '2027-01-01\u0000',
  '2027-01-01T00:00:00.000Z',
  '2027-01-01T00:00:00+08:00',
  '2027-01-01 12:00',
  '20270101',
  '2027/01/01',
  '01/01/2027',
  '2027.01.01',
  '2027-W01-1',
  '2027-001',
  '1798761600',
  '２０２７-01-01',
  '2027\u201101\u201101',
  '2027-01-01\u202e',
  '\ud800',
  '民國116年1月1日',
  `2027-01-01'; drop table booking.booking; --`,
  '9'.repeat(10_000),
]
