import { ecpayTestShop } from '@campstore/checkout/testing/checkout-fixture'
import { paymentFormSchema } from '@campstore/contract/checkout/schemas'
import { orderSchema } from '@campstore/contract/orders'
import { freePort } from '@campstore/local-servers/ports'
import { type Browser, openBrowser } from '@campstore/testing/browser'
import { type ServiceProcess, startServiceProcess } from '@campstore/testing/processes'
import { paymentSecret } from '@campstore/testing/secrets'
import { longestWaitMs } from '@campstore/testing/waiting'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkoutPath } from '../../tools/payment-simulator/address.ts'
import { bestPractices, type Look, looks, picture, violations } from '../system/browser-page.ts'
import { type MemberClient, orderOf } from '../system/client.ts'
import { openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

// A shopper pays through the gateway and the payment simulator, in a browser.
let system: System
let simulator: ServiceProcess
let browser: Browser
let simulatorEnvironment: Record<string, string>
beforeAll(async () => {
  const port = await freePort()
  system = await startSystem({
    services: ['checkout', 'me'],
    processes: 1,
    paymentPage: `http://127.0.0.1:${port}${checkoutPath}`,
  })
  simulatorEnvironment = {
    ...ecpayTestShop,
    RABBITMQ_URL: system.rabbitmqUrl,
    PAYMENT_SIGNING_SECRET: paymentSecret,
    PORT: String(port),
  }
  simulator = await startSimulator()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await simulator?.stop()
  await system?.stop()
})

const startSimulator = () =>
  startServiceProcess('tools/payment-simulator/main.ts', simulatorEnvironment, { readyPath: '/health' })

/** An order of a new member, and its payment form as the gateway answers it. */
async function orderToPay() {
  const buyer = await system.member()
  const { variantIds } = await openStore(system.owner, [3])
  const { orderId } = orderOf(await buyer.order(orderFor(variantIds)))
  const form = paymentFormSchema.parse((await buyer.post(`/api/checkout/sessions/${orderId}/gateway`)).data)
  return { buyer, orderId, form }
}

const paymentStatus = async (buyer: MemberClient, orderId: string) =>
  orderSchema.parse((await buyer.get(`/api/me/orders/${orderId}`)).data).paymentStatus

const inHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const desktop: Look = { width: 1280, colorScheme: 'light' }

/** Posts the form from a page of the shop, as a browser application does. */
async function openForm({ fields, action }: { fields: Record<string, string>; action: string }, look = desktop) {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 800 },
    colorScheme: look.colorScheme,
  })
  context.setDefaultTimeout(longestWaitMs)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(error.message))
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${inHtml(value)}">`,
  )
  const button = '<button>To the payment</button>'
  await page.setContent(`<form method="post" action="${action}">${inputs.join('')}${button}</form>`)
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'Pay an order' }).waitFor()
  return { page, problems, close: () => context.close() }
}

test('an order is paid: the gateway gives the form, the shopper pays it, and the order is paid', async () => {
  const { buyer, orderId, form } = await orderToPay()
  expect(new URL(form.action).port).toBe(String(simulator.port))
  const { page, problems, close } = await openForm(form)
  expect(await page.getByText('Kettle x 1').isVisible()).toBe(true)
  await page.getByRole('button', { name: `Pay TWD ${form.fields.TotalAmount}` }).click()
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await expect.poll(() => paymentStatus(buyer, orderId)).toBe('paid')
  expect(problems).toEqual([])
  await close()
})

test('a failed payment leaves the order unpaid, and the next attempt with the same form pays it', async () => {
  const { buyer, orderId, form } = await orderToPay()
  const { page, close } = await openForm(form)
  await page.getByRole('button', { name: 'Let the payment fail' }).click()
  await page.getByRole('heading', { name: 'The payment has failed' }).waitFor()
  const recorded = () => outcomesOf(orderId)
  await expect.poll(recorded).toEqual(['noted'])
  expect(await paymentStatus(buyer, orderId)).toBe('unpaid')
  await page.getByRole('button', { name: 'Choose again' }).click()
  await page.getByRole('button', { name: 'Pay TWD' }).click()
  await expect.poll(() => paymentStatus(buyer, orderId)).toBe('paid')
  await close()
})

test('paid twice: the second payment is unapplied', async () => {
  const { orderId, form } = await orderToPay()
  const { page, close } = await openForm(form)
  await page.getByRole('button', { name: 'Pay twice' }).click()
  await page.getByRole('heading', { name: 'Paid twice' }).waitFor()
  await expect.poll(() => outcomesOf(orderId)).toEqual(['applied', 'already_paid'])
  await close()
})

test('after a restart of the simulator, a page that is open still pays', async () => {
  const { buyer, orderId, form } = await orderToPay()
  const { page, close } = await openForm(form)
  await simulator.stop()
  simulator = await startSimulator()
  await page.getByRole('button', { name: 'Pay TWD' }).click()
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await expect.poll(() => paymentStatus(buyer, orderId)).toBe('paid')
  await close()
})

describe('the pages meet WCAG AA and fit the screen', () => {
  test.each(looks)('%s', async (name, look) => {
    const { form } = await orderToPay()
    const { page, problems, close } = await openForm(form, look)
    const isSound = async (step: string) => {
      await picture(page, `${name}-${step}`)
      expect(await violations(page, bestPractices)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.width)
    }
    await isSound('pay')
    await page.getByLabel('Pay at a later time').selectOption({ label: 'in 2 minutes' })
    await page.getByRole('button', { name: 'Pay later' }).click()
    await page.getByRole('heading', { name: 'The payment will be made later' }).waitFor()
    await page.getByText('The notification', { exact: true }).click()
    await isSound('later')
    await page.goto(new URL('/payments/none', form.action).href)
    await isSound('unknown')
    expect(problems.filter(text => !text.includes('404'))).toEqual([])
    await close()
  })
})

test.each(['light', 'dark'] as const)(
  'without a broker the page says so and keeps the choices: %s',
  async colorScheme => {
    const cutOff = await startServiceProcess(
      'tools/payment-simulator/main.ts',
      { ...simulatorEnvironment, PORT: String(await freePort()), RABBITMQ_URL: 'amqp://user:password@127.0.0.1:1' },
      { readyPath: '/health' },
    )
    const { form } = await orderToPay()
    const action = `${cutOff.url}${checkoutPath}`
    const { page, close } = await openForm({ ...form, action }, { width: 360, colorScheme })
    await page.getByRole('button', { name: 'Pay twice' }).click()
    expect(await page.getByRole('alert').innerText()).toMatch(
      /was not published\. Cannot reach RabbitMQ at 127\.0\.0\.1:1/,
    )
    expect(await page.getByRole('button', { name: 'Pay twice' }).isVisible()).toBe(true)
    await picture(page, `phone-${colorScheme}-problem`)
    expect(await violations(page, bestPractices)).toEqual([])
    await close()
    await cutOff.stop()
  },
)

/** Outcomes of an order's payments in the order of their receipt: a reason where one is not applied. */
async function outcomesOf(orderId: string): Promise<string[]> {
  const { rows } = await system.owner.query<{ outcome: string }>(
    `select coalesce(reason, outcome) as outcome
    from checkout.payment_notification
    where target_id = $1
    order by received_at`,
    [orderId],
  )
  return rows.map(({ outcome }) => outcome)
}
