import type { Direction } from './network.ts'

export type Name = 'a' | 'b'
export type Server = 'broker' | 'database'

type At = { at: number }

/** Where staff move a stay: to nights that no other has at first, to a day later, or back. */
export type Move = 'away' | 'later' | 'back'

/** When stays begin: days later, on the day of the history, or on the next one. */
export type Arrival = 'later' | 'today' | 'tomorrow'

/** What staff do with a paid stay; a refund is of a part that fits once. */
export type StaffAction = 'confirm' | 'arrived' | 'no-show' | 'complete' | 'cancel-paid' | 'refund'

/** What goes wrong, and for how long. */
export type Fault = At &
  (
    | { kind: 'crash' | 'stop' | 'freeze'; process: Name; seconds: number }
    /** Of connections to the broker it ends one, or both. */
    | { kind: 'reset'; process: Name; of: 'database' | 'publishing' | 'consuming' | 'both' }
    | { kind: 'partition'; process: Name; server: Server; direction: Direction | 'both'; seconds: number }
    | { kind: 'freeze-server' | 'crash-server'; server: Server; seconds: number }
    | { kind: 'alarm' | 'jump'; seconds: number }
    | { kind: 'wrong-clock'; process: Name; seconds: number }
    | { kind: 'unbind' | 'purge-timers' }
    /** A session outside locks a booking, or a night of the zone. */
    | { kind: 'lock'; hold: number | undefined; seconds: number }
  )

/** An action or a fault at a time in milliseconds. */
export type Action =
  /** `isNext`: for the nights of which the first one is the second one of most. */
  | (At & { kind: 'checkout'; hold: number; process: Name; again: boolean; isNext?: boolean })
  | (At & { kind: 'cancel'; hold: number; process: Name })
  /** Staff move a stay to other nights, to some of them, or back. */
  | (At & { kind: 'change'; hold: number; process: Name; to: Move })
  /** As a paid stay, for the refund that the checkout promised. */
  | (At & { kind: 'cancel-stay'; hold: number; process: Name })
  /** Staff change what comes back of stays that are booked from then on. */
  | (At & { kind: 'policy'; refundPercent: number })
  | (At & { kind: 'staff'; action: StaffAction; hold: number; process: Name })
  /** Staff withdraw a refund, or record that one was made, or all by one transaction. */
  | (At & { kind: 'refunds'; act: 'withdraw' | 'done' | 'done together'; isUsed: boolean; hold: number; process: Name })
  /** The payment service says that it has given back some of a payment, and which refunds it were, or not. */
  | (At & { kind: 'report'; hold: number; event: number; names: 'none' | 'one' | 'all'; isUsed: boolean })
  /** The payment service could not make a refund. */
  | (At & { kind: 'failure'; hold: number })
  | (At & { kind: 'next-day' })
  /** `event` counts the different payments of a hold; the same one can be published twice, also under another event id. */
  | (At & { kind: 'pay'; hold: number; event: number; priority: number; isAgain?: boolean })
  | Fault

/** The action or the fault of a kind. */
export type ActionOf<Kind extends Action['kind']> = Action & { kind: Kind }
