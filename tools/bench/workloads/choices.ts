/** The choices of the members: with **spread**, they choose at random; with **hot**, all choose the same. */
export const patterns = ['spread', 'hot'] as const

export type Pattern = (typeof patterns)[number]

/** Numbers that requests and the SQL in `data/` share. */
export const numbers = {
  /** Members with a token. */
  members: 300,
  campgrounds: 25,
  /** Zones of each campground. */
  zones: 4,
  /** Check-in is from this many days ahead on, on any of `days` days, inside any day's window of 90 days. */
  first_day: 2,
  days: 80,
  products: 500,
  /** Stored orders that belong to members with a token, ten each. */
  member_orders: 3_000,
}

/** Sites that a real zone has: this many members want a hot stay of two nights before they move on to the next one. */
const membersPerHotStay = 40
const hotStays = numbers.days / 2

/** Ids of the rows from `data/`, numbered from 1; ids of the store all have one length. */
const padded = (value: number): string => String(value).padStart(6, '0')
export const customerId = (member: number): string => `load-${member}`
export const campgroundId = (campground: number): string => `camp-${campground}`
export const zoneId = (campground: number, zone: number): string => `camp-${campground}-zone-${zone}`
export const productId = (product: number): string => `product-${padded(product)}`
export const variantId = ({ product, variant }: Item): string => `variant-${padded(product)}-${variant}`
export const orderId = (order: number): string => `stored-order-${String(order).padStart(8, '0')}`
/** The member to whom one of the first `member_orders` belongs. */
export const memberOfOrder = (order: number): number => 1 + ((order - 1) % numbers.members)

/** The first member, as the services know them. */
export const firstMember = {
  kind: 'member',
  customerId: customerId(1),
  name: 'Load Member 1',
  email: 'load-member-1@members.test',
  emailVerified: true,
  status: 'active',
} as const

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Any whole number from 1 to `count`. */
export const randomUpTo = (count: number): number => 1 + Math.floor(Math.random() * count)

export type Stay = { campground: number; zone: number; day: number; nights: number }

/** Any zone, any check-in of the bookable window, one to three nights. */
const spreadStay = (): Stay => ({
  campground: randomUpTo(numbers.campgrounds),
  zone: randomUpTo(numbers.zones),
  day: numbers.first_day + randomUpTo(numbers.days) - 1,
  nights: randomUpTo(3),
})

/** One zone for all; the stay changes with `turn` so that no night has more bookings than is realistic. */
const hotStay = (turn: number): Stay => ({
  campground: 1,
  zone: 1,
  day: numbers.first_day + 2 * (Math.floor(turn / membersPerHotStay) % hotStays),
  nights: 2,
})

export const stayOf = (pattern: Pattern, turn: number): Stay => (pattern === 'hot' ? hotStay(turn) : spreadStay())

export const dateInDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An item of a cart: a product has two or three variants. */
export type Item = { product: number; variant: number }

const anyItem = (first: number, count: number): Item => {
  const product = first - 1 + randomUpTo(count)
  return { product, variant: randomUpTo(2 + (product % 2)) }
}

/** Two items, one of each half of the products so that they differ; hot carts all have the same first one. */
export const cartOf = (pattern: Pattern): [Item, Item] => [
  pattern === 'hot' ? { product: 1, variant: 1 } : anyItem(1, numbers.products / 2),
  anyItem(numbers.products / 2 + 1, numbers.products / 2),
]

export const shipping = { recipientName: 'Load Member', phone: '0912345678', address: 'Songshan Road 1, Taipei' }
