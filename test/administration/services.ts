import { type AdminFixture, startAdminFixture } from '../../services/admin/src/testing/admin-fixture.ts'
import { type BookingFixture, startBookingFixture } from '../../services/booking/src/testing/booking-fixture.ts'
import { type CheckoutFixture, startCheckoutFixture } from '../../services/checkout/src/testing/checkout-fixture.ts'
import { type MeFixture, startMeFixture } from '../../services/me/src/testing/me-fixture.ts'
import { type ProductsFixture, startProductsFixture } from '../../services/products/src/testing/products-fixture.ts'

/** Every service, each with its own servers. */
export type Services = {
  admin: AdminFixture
  booking: BookingFixture
  checkout: CheckoutFixture
  me: MeFixture
  products: ProductsFixture
}

/** Starts all of them. */
export async function startServices(): Promise<Services> {
  const [admin, booking, checkout, me, products] = await Promise.all([
    startAdminFixture(),
    startBookingFixture(),
    startCheckoutFixture(),
    startMeFixture(),
    startProductsFixture(),
  ])
  return { admin, booking, checkout, me, products }
}

/** Stops all of them. */
export const stopServices = (services: Services | undefined): Promise<unknown> =>
  Promise.all(Object.values(services ?? {}).map(service => service.stop()))
