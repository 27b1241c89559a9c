import { startAdminFixture } from '../../services/admin/src/testing/admin-fixture.ts'
import { startBookingFixture } from '../../services/booking/src/testing/booking-fixture.ts'
import { startCheckoutFixture } from '../../services/checkout/src/testing/checkout-fixture.ts'
import { startMeFixture } from '../../services/me/src/testing/me-fixture.ts'
import { startProductsFixture } from '../../services/products/src/testing/products-fixture.ts'

/** Every service, each with its own servers. */
export type Services = Awaited<ReturnType<typeof startServices>>

/** Starts all of them. */
export async function startServices() {
  const [admin, booking, checkout, me, products] = await Promise.all([
    startAdminFixture(),
    startBookingFixture(),
    startCheckoutFixture(),
    startMeFixture(),
    startProductsFixture(),
  ])
  const services = { admin, booking, checkout, me, products }
  const stop = async (): Promise<void> => void (await Promise.all(Object.values(services).map(one => one.stop())))
  return { ...services, stop }
}
