import { Decimal } from 'decimal.js'

declare const brand: unique symbol

/** An amount of TWD as the contract writes it: a decimal string with exactly two fraction digits, `"1234.50"`. */
export type Money = string & { readonly [brand]: 'Money' }

/**
 * Exact decimal arithmetic for money: wide enough for any sum of numeric(12,2), rounding half up
 * (docs/contract/conventions.md#money).
 */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/** The types in which amounts and rates may be given: contract strings, database numerics, whole numbers. */
export type DecimalLike = string | number | Decimal

/** An exact decimal for further arithmetic; round only at the end, with {@link money}. */
export const exact = (value: DecimalLike): Decimal => new Exact(value)

/** An amount that is written as the contract does already, which most are. */
const isMoney = (value: DecimalLike): value is Money => typeof value === 'string' && written.test(value)
const written = /^(?:0|[1-9]\d*)\.\d{2}$/

/** Rounds half up to two digits and writes the amount as the contract does. */
export const money = (value: DecimalLike): Money => (isMoney(value) ? value : (exact(value).toFixed(2) as Money))

/** Rounds half up to whole TWD, the amount of a payment form and of a courier; written as in the contract. */
export const wholeTwd = (value: DecimalLike): Money =>
  isMoney(value) ? ofCents(((cents(value) + 50n) / 100n) * 100n) : money(exact(value).toFixed(0))

/** Whether an amount has no cents: a payment in whole TWD is given back in whole TWD. */
export const isWholeTwd = (value: DecimalLike): boolean => exact(value).isInteger()

/** An amount in whole cents, rounded half up: sums and multiples of them take a fifth of the time that decimals take. */
export const cents = (amount: DecimalLike): bigint => BigInt(money(amount).replace('.', ''))

/** Writes whole cents as the contract does. */
export function ofCents(amount: bigint): Money {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Money
}

/** The exact sum of amounts; 0.00 for none. */
export const sum = (amounts: readonly Money[]): Money =>
  ofCents(amounts.reduce((total, amount) => total + cents(amount), 0n))

/** Whole numbers in proportion to weights that add up to a total: the largest remainders are rounded up. */
export function byLargestRemainder(total: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  if (all === 0n || total <= 0n) return weights.map(() => 0n)
  const shares = weights.map(weight => (total * weight) / all)
  const missing = total - shares.reduce((sum, share) => sum + share, 0n)
  const roundedUp = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % all }))
    .toSorted((one, other) => Number(other.remainder > one.remainder) - Number(other.remainder < one.remainder))
    .slice(0, Number(missing))
  for (const { index } of roundedUp) shares[index] = (shares[index] ?? 0n) + 1n
  return shares
}

export const least = (left: DecimalLike, right: DecimalLike): Money =>
  money(exact(left).lessThan(exact(right)) ? left : right)

/** Whether two amounts are the same number, however they are written. */
export const sameAmount = (left: DecimalLike, right: DecimalLike): boolean =>
  isMoney(left) && isMoney(right) ? left === right : exact(left).equals(exact(right))

/** Pattern of a contract amount: digits, a dot, two digits. */
export const moneyPattern = /^\d{1,10}\.\d{2}$/
