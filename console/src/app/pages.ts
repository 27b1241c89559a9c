import {
  Boxes,
  CalendarDays,
  CircleDollarSign,
  ClipboardList,
  type LucideIcon,
  PackageCheck,
  ShieldCheck,
  ShoppingBag,
  Sun,
  Tags,
  Tent,
  TicketPercent,
  TriangleAlert,
  Users,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Permission } from './permissions.ts'
import type { Session } from './session.ts'

type Load = () => Promise<ComponentType>

/** A page of the console. */
export type Page = {
  /** Key of its title in the catalogues, `pages.<id>`. */
  id: PageId
  /** Address below /staff. */
  path: string
  icon: LucideIcon
  /** Permissions, all of which it takes; for the first page, any of them. */
  permissions: readonly Permission[]
  takesAny?: true
  load: Load
  /** The page of one record, below the list's address. */
  detail?: Load
}

export type PageId =
  | 'today'
  | 'arrivals'
  | 'bookings'
  | 'calendar'
  | 'closures'
  | 'packing'
  | 'orders'
  | 'stock'
  | 'products'
  | 'coupons'
  | 'customers'
  | 'money'
  | 'team'
  | 'webhooks'

/** Groups of the navigation, each with its pages, in their order. */
export const pageGroups: readonly { id: 'start' | 'campgrounds' | 'store' | 'office'; pages: readonly Page[] }[] = [
  {
    id: 'start',
    pages: [
      {
        id: 'today',
        path: '',
        icon: Sun,
        permissions: ['bookings.view', 'orders.view'],
        takesAny: true,
        load: () => import('../pages/today/TodayPage.tsx').then(({ TodayPage }) => TodayPage),
      },
    ],
  },
  {
    id: 'campgrounds',
    pages: [
      {
        id: 'arrivals',
        path: 'arrivals',
        icon: Tent,
        permissions: ['bookings.view'],
        load: () => import('../pages/arrivals/ArrivalsPage.tsx').then(({ ArrivalsPage }) => ArrivalsPage),
      },
      {
        id: 'bookings',
        path: 'bookings',
        icon: ClipboardList,
        permissions: ['bookings.view'],
        load: () => import('../pages/bookings/BookingsPage.tsx').then(({ BookingsPage }) => BookingsPage),
        detail: () => import('../pages/bookings/BookingPage.tsx').then(({ BookingPage }) => BookingPage),
      },
      {
        id: 'calendar',
        path: 'calendar',
        icon: CalendarDays,
        permissions: ['bookings.view'],
        load: () => import('../pages/calendar/CalendarPage.tsx').then(({ CalendarPage }) => CalendarPage),
      },
      {
        id: 'closures',
        path: 'closures',
        icon: TriangleAlert,
        permissions: ['closures.view'],
        load: () => import('../pages/closures/ClosuresPage.tsx').then(({ ClosuresPage }) => ClosuresPage),
        detail: () => import('../pages/closures/ClosurePage.tsx').then(({ ClosurePage }) => ClosurePage),
      },
    ],
  },
  {
    id: 'store',
    pages: [
      {
        id: 'packing',
        path: 'packing',
        icon: PackageCheck,
        permissions: ['orders.view'],
        load: () => import('../pages/packing/PackingPage.tsx').then(({ PackingPage }) => PackingPage),
      },
      {
        id: 'orders',
        path: 'orders',
        icon: ShoppingBag,
        permissions: ['orders.view'],
        load: () => import('../pages/orders/OrdersPage.tsx').then(({ OrdersPage }) => OrdersPage),
        detail: () => import('../pages/orders/OrderPage.tsx').then(({ OrderPage }) => OrderPage),
      },
      {
        id: 'stock',
        path: 'stock',
        icon: Boxes,
        permissions: ['inventory.view'],
        load: () => import('../pages/stock/StockPage.tsx').then(({ StockPage }) => StockPage),
      },
      {
        id: 'products',
        path: 'products',
        icon: Tags,
        permissions: ['products.view'],
        load: () => import('../pages/products/ProductsPage.tsx').then(({ ProductsPage }) => ProductsPage),
        detail: () => import('../pages/products/ProductPage.tsx').then(({ ProductPage }) => ProductPage),
      },
      {
        id: 'coupons',
        path: 'coupons',
        icon: TicketPercent,
        permissions: ['coupons.view'],
        load: () => import('../pages/coupons/CouponsPage.tsx').then(({ CouponsPage }) => CouponsPage),
        detail: () => import('../pages/coupons/CouponPage.tsx').then(({ CouponPage }) => CouponPage),
      },
    ],
  },
  {
    id: 'office',
    pages: [
      {
        id: 'customers',
        path: 'customers',
        icon: Users,
        permissions: ['customers.view'],
        load: () => import('../pages/customers/CustomersPage.tsx').then(({ CustomersPage }) => CustomersPage),
        detail: () => import('../pages/customers/CustomerPage.tsx').then(({ CustomerPage }) => CustomerPage),
      },
      {
        id: 'money',
        path: 'money',
        icon: CircleDollarSign,
        permissions: ['orders.view', 'bookings.view'],
        load: () => import('../pages/money/MoneyPage.tsx').then(({ MoneyPage }) => MoneyPage),
      },
      {
        id: 'team',
        path: 'team',
        icon: ShieldCheck,
        permissions: ['permissions.view'],
        load: () => import('../pages/team/TeamPage.tsx').then(({ TeamPage }) => TeamPage),
        detail: () => import('../pages/team/AccountPage.tsx').then(({ AccountPage }) => AccountPage),
      },
      {
        id: 'webhooks',
        path: 'webhooks',
        icon: Webhook,
        permissions: ['webhooks.view'],
        load: () => import('../pages/webhooks/WebhooksPage.tsx').then(({ WebhooksPage }) => WebhooksPage),
      },
    ],
  },
]

/** Whether the administrator may open a page. */
export const isOpenTo = ({ permissions, takesAny }: Page, { can }: Session): boolean =>
  takesAny ? permissions.some(permission => can(permission)) : can(...permissions)
