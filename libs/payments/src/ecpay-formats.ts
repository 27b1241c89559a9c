import { createHash } from 'node:crypto'

/**
 * ECPay's CheckMacValue (EncryptType=1): the fields by name, ignoring case, between HashKey and HashIV, encoded as .NET
 * encodes a URL, in lower case, then SHA-256 in upper case hexadecimal.
 *
 * @param fields all fields of a form or a callback but CheckMacValue itself
 */
export function checkMacValue(fields: Readonly<Record<string, string>>, hashKey: string, hashIv: string): string {
  const pairs = Object.entries(fields)
    .map(([name, value]) => ({ order: name.toLowerCase(), pair: `${name}=${value}` }))
    .toSorted((left, right) => (left.order < right.order ? -1 : 1))
    .map(({ pair }) => pair)
  const text = [`HashKey=${hashKey}`, ...pairs, `HashIV=${hashIv}`].join('&')
  return createHash('sha256').update(dotNetUrlEncoded(text).toLowerCase()).digest('hex').toUpperCase()
}

/** .NET's encoding does not encode `-_.!*()` and writes a space as `+`. */
const dotNetUrlEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+').replaceAll("'", '%27').replaceAll('~', '%7E')

/** A time as ECPay writes it, on the clock of Taipei: `2023/03/12 15:30:23`. */
export function ecpayTime(at: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Taipei',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year')}/${part('month')}/${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
}
