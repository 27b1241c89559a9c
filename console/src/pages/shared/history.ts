import type { Schemas } from '../../app/client.ts'
import type { Texts } from '../../texts/catalogue.ts'

export type Entry = Schemas['StatusHistoryEntry']
type At = readonly { at: string }[]

/** A booking or an order, as far as its history needs it. */
export type History = Pick<Schemas['AdminOrder'], 'refunds'> & {
  statusHistory: readonly Entry[]
  returns?: At
  changes?: At
}

/** Frequent texts of the services; the title of the event says the same. */
export const usual = {
  paid: 'paid',
  'cash on delivery confirmed': 'codConfirmed',
  'the hold ended': 'expired',
  'cancelled by the member': 'cancelled',
  'refund done': 'refundDone',
  'all that was paid was given back': 'refunded',
  'payment decided: same-payment': 'decided',
  'payment decided: another-payment': 'decided',
  arrived: 'arrived',
  'no-show': 'no-show',
  'attendance withdrawn': 'withdrawn',
} as const

const states = ['confirmed', 'shipped', 'completed', 'returned', 'cancelled'] as const

/** The kinds of events: each has a text. */
export type EventKind = Exclude<keyof Texts['history'], 'before' | 'payments'>

const isUsual = (reason: string | null): reason is keyof typeof usual => reason !== null && reason in usual

/** What an entry of a history tells. Where the state stays, the time says which return, change or refund it was: staff chose the text. */
export function eventOf({ from, to, reason, at }: Entry, { refunds, returns = [], changes = [] }: History): EventKind {
  const isNow = (one: { at: string }) => one.at === at
  if (from === null) return to === 'pending' ? 'held' : 'placed'
  if (from === to && returns.some(isNow)) return 'returned'
  if (from === to && changes.some(isNow)) return 'stayChanged'
  if (from === to && refunds.some(({ cause, createdAt }) => cause === 'goodwill' && createdAt === at))
    return 'refundDue'
  if (isUsual(reason)) return usual[reason]
  if (from === 'shipped' && to === 'unshipped') return 'unshipped'
  if (from !== to) return states.find(state => state === to) ?? 'changed'
  if (reason?.startsWith('shipment changed')) return 'shipmentChanged'
  if (reason?.startsWith('recipient changed')) return 'recipientChanged'
  if (reason?.startsWith('contact changed')) return 'contactChanged'
  if (reason?.startsWith('refund failed')) return 'refundFailed'
  return reason?.startsWith('payment ') ? 'payment' : 'changed'
}
