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

/** Rounds half up to two digits and writes the amount as the contract does. */
export const money = (value: DecimalLike): Money => exact(value).toFixed(2) as Money

/** The exact sum of amounts, as money. */
export const sum = (amounts: readonly DecimalLike[]): Money =>
  money(amounts.reduce<Decimal>((total, amount) => total.plus(exact(amount)), exact(0)))

/** The smaller of two amounts, as money. */
export const least = (left: DecimalLike, right: DecimalLike): Money =>
  money(exact(left).lessThan(exact(right)) ? left : right)

/** Whether two amounts are the same number, however they are written. */
export const sameAmount = (left: DecimalLike, right: DecimalLike): boolean => exact(left).equals(exact(right))

/** Pattern of a contract amount: digits, a dot, two digits. */
export const moneyPattern = /^\d{1,10}\.\d{2}$/
