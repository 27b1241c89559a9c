import type { Permission } from '@campstore/contract/admin/permissions'
import {
  Boxes,
  CalendarDays,
  CircleDollarSign,
  ClipboardList,
  type LucideIcon,
  PackageCheck,
  Settings,
  ShieldCheck,
  ShoppingBag,
  Sun,
  Tags,
  Tent,
  TentTree,
  TicketPercent,
  TriangleAlert,
  Users,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { retried } from '../lib/retried.ts'
import type { PageId } from '../texts/catalogue.ts'
import type { Session } from './session.ts'

type Load = () => Promise<ComponentType>

/** A page of the console. */
export type Page = {
  /** Its texts are in `texts/<id>.ts`, its title is the text `page`. */
  id: PageId
  /** Address below /staff. */
  path: string
  icon: LucideIcon
  /** Required permissions: all of them; for the first page, any of them. */
  permissions: readonly Permission[]
  takesAny?: true
  load: Load
  /** The page of one record, below the list's address. */
  detail?: Load
}

const files = import.meta.glob<Readonly<Record<string, ComponentType>>>('../pages/*/*Page.tsx')

/** How the component of a page is loaded, from the file of its name. */
function loadOf(id: PageId, name: string): Load {
  const file = files[`../pages/${id}/${name}.tsx`]
  if (file === undefined) throw new Error(`There is no file of the page ${name}`)
  return async () => {
    const component = (await retried(file))[name]
    if (component === undefined) throw new Error(`There is no component ${name}`)
    return component
  }
}

const page = (
  id: PageId,
  icon: LucideIcon,
  permissions: readonly Permission[],
  list: string,
  record?: string,
): Page => ({ id, path: id, icon, permissions, load: loadOf(id, list), ...(record && { detail: loadOf(id, record) }) })

/** Groups of the navigation, each with its pages, in their order. */
export const pageGroups: readonly { id: 'start' | 'campgrounds' | 'store' | 'office'; pages: readonly Page[] }[] = [
  {
    id: 'start',
    pages: [{ ...page('today', Sun, ['bookings.view', 'orders.view'], 'TodayPage'), path: '', takesAny: true }],
  },
  {
    id: 'campgrounds',
    pages: [
      page('arrivals', Tent, ['bookings.view'], 'ArrivalsPage'),
      page('bookings', ClipboardList, ['bookings.view'], 'BookingsPage', 'BookingPage'),
      page('calendar', CalendarDays, ['bookings.view'], 'CalendarPage'),
      page('closures', TriangleAlert, ['closures.view'], 'ClosuresPage', 'ClosurePage'),
      page('campgrounds', TentTree, ['campgrounds.view'], 'CampgroundsPage', 'CampgroundPage'),
    ],
  },
  {
    id: 'store',
    pages: [
      page('packing', PackageCheck, ['orders.view'], 'PackingPage'),
      page('orders', ShoppingBag, ['orders.view'], 'OrdersPage', 'OrderPage'),
      page('stock', Boxes, ['inventory.view'], 'StockPage'),
      page('products', Tags, ['products.view'], 'ProductsPage', 'ProductPage'),
      page('coupons', TicketPercent, ['coupons.view'], 'CouponsPage', 'CouponPage'),
    ],
  },
  {
    id: 'office',
    pages: [
      page('customers', Users, ['customers.view'], 'CustomersPage', 'CustomerPage'),
      page('money', CircleDollarSign, ['payments.view'], 'MoneyPage'),
      page('team', ShieldCheck, ['permissions.view'], 'TeamPage', 'AccountPage'),
      page('webhooks', Webhook, ['webhooks.view'], 'WebhooksPage'),
      page('settings', Settings, ['campgrounds.view'], 'SettingsPage'),
    ],
  },
]

/** Whether the administrator may open a page. */
export const isOpenTo = ({ permissions, takesAny }: Page, { can }: Session): boolean =>
  takesAny ? permissions.some(permission => can(permission)) : can(...permissions)
