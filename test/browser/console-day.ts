import { readFile } from 'node:fs/promises'
import { until } from '@campstore/testing/waiting'
import type { StaffBrowser } from './staff-browser.ts'

/** The tasks of a day as staff do them: by mouse and keyboard, and by the texts on the screen. */

const idOf = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '')

async function go({ page, settled }: StaffBrowser, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await settled()
}

/** Fills fields of the open form, by how their labels begin, and sends it. Resolves when the page tells what was done. */
async function sendForm(
  { page, dialog, settled }: StaffBrowser,
  button: string | RegExp,
  told: string | RegExp,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(new RegExp(`^${label}`)).fill(text)
  await settled()
  await dialog.getByRole('button', { name: button }).click()
  await page.getByText(told, { exact: true }).first().waitFor()
}

/** Reads who arrives today. @returns the names */
export async function readArrivals(staff: StaffBrowser): Promise<string[]> {
  const { page } = staff
  await page.getByRole('link', { name: /Arriving/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Arrivals & departures' }).waitFor()
  await staff.settled()
  return namesOfArrivals(staff)
}

/** Searches the arrivals and departures. */
export const searchStays = ({ page }: StaffBrowser, text: string): Promise<void> =>
  page.getByRole('searchbox', { name: 'Name, e-mail, phone, campground or ID' }).fill(text)

/** The names in the table of arrivals, without the notes below them. */
export async function namesOfArrivals({ page }: StaffBrowser): Promise<string[]> {
  const rows = page.getByRole('table', { name: /^Arriving/ }).getByRole('rowheader')
  return (await rows.allInnerTexts()).map(text => text.split('\n')[0] ?? '')
}

/** Opens the first paid booking from the tile of today's page and confirms it by keyboard. @returns its id */
export async function confirmBooking(staff: StaffBrowser): Promise<string> {
  const { page } = staff
  await go(staff, 'Today')
  await page.getByRole('link', { name: /To confirm/ }).press('Enter')
  await page.getByRole('table', { name: 'Bookings' }).getByRole('rowheader').getByRole('link').first().press('Enter')
  // The list has a button of that name too.
  await page.locator('.page-header-back').waitFor()
  await page.getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByText('1 booking confirmed').waitFor()
  await staff.settled()
  return idOf(page.url())
}

/** Packs the order that waits longest and ships it with a tracking number. @returns its id */
export async function shipOrder(staff: StaffBrowser, trackingNumber: string): Promise<string> {
  const { page } = staff
  await go(staff, 'Packing')
  const order = page
    .getByRole('region', { name: /^Ready to ship/ })
    .getByRole('article')
    .first()
  const id = idOf((await order.getByRole('link').first().getAttribute('href')) ?? '')
  await order.getByRole('button', { name: 'Ship' }).click()
  await page.getByLabel('Carrier').pressSequentially('Post')
  await page.keyboard.press('Tab')
  await page.keyboard.type(trackingNumber)
  await page.getByRole('dialog').getByRole('button', { name: 'Ship 1' }).click()
  await page.getByText(`Order ${id} shipped`).waitFor()
  return id
}

/** Opens the form of what came back of an order, with all of it. */
export async function openReturn({ page, open, settled }: StaffBrowser, orderId: string): Promise<void> {
  await open(`orders/${orderId}`)
  await page.locator('.page-header').getByRole('button', { name: 'Return', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await settled()
}

/** Undoes the only return of the order that the page shows. */
export async function undoReturn(staff: StaffBrowser, reason: string): Promise<void> {
  await staff.page.getByRole('button', { name: 'Undo return' }).click()
  await sendForm(staff, 'Undo return', 'Return undone', { Reason: reason })
}

/** The refund that the open form tells. */
async function readRefund({ page, settled }: StaffBrowser): Promise<number> {
  await settled()
  const [, amount = ''] = /Refund\s+NT\$([\d,.]+)/.exec(await page.locator('.dialog-quote .sums').innerText()) ?? []
  return Number(amount.replaceAll(',', ''))
}

/** Sends the open form by a double click. @returns the amount that it showed before, which the page then owes */
async function sendTwice(staff: StaffBrowser): Promise<number> {
  const amount = await readRefund(staff)
  await staff.page.locator('.dialog-actions > :last-child').evaluate((button: { click(): void }) => {
    button.click()
    button.click()
  })
  return amount
}

/** Records by the open form that one piece of the first item came back, written off. @returns the refund that the form told before */
export async function returnPiece(staff: StaffBrowser, reason: string): Promise<number> {
  const { page, dialog } = staff
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('combobox', { name: /^To/ }).first().selectOption({ label: 'Written off' })
  // The form shows an earlier quote until the quote of one piece has come.
  const quoted = page.waitForResponse(answer => {
    const { items = [] } = answer.url().endsWith('/quotes') ? answer.request().postDataJSON() : {}
    return items.length === 1 && items[0].quantity === 1
  })
  for (const [index, pieces] of (await dialog.getByLabel(/^Pieces/).all()).entries())
    await pieces.fill(index === 0 ? '1' : '0')
  const { refundAmount } = (await (await quoted).json()).data
  await until(async () => (await readRefund(staff)) === Number(refundAmount))
  const amount = await sendTwice(staff)
  await page.getByText('Return recorded').waitFor()
  return amount
}

/** Moves the check-out of a paid stay, at the current price. @returns the refund that the form told before */
export async function changeCheckOut(staff: StaffBrowser, id: string, checkOut: string): Promise<number> {
  const { page, dialog, open } = staff
  await open(`bookings/${id}`)
  await page.getByRole('button', { name: 'Change stay' }).click()
  await dialog.getByLabel('Reason').fill('One night less')
  await dialog.getByLabel('Check-out').fill(checkOut)
  await dialog.getByLabel('Price').selectOption('new')
  await dialog.locator('.dialog-quote').getByText('Refund').waitFor()
  const amount = await sendTwice(staff)
  await page.getByText('Stay changed', { exact: true }).first().waitFor()
  await staff.settled()
  return amount
}

/** The forms of the stock page, by their buttons. */
const stockForms = {
  Receive: { about: 'Delivery number', pieces: 'Pieces', send: 'Book in', told: '1 line booked in' },
  Count: { about: 'Reason', pieces: 'Counted', send: 'Book count', told: '1 difference booked' },
}
type StockLine = { location: string; about: string; sku: string; pieces: number }

/** Books a delivery or the result of a count, the variant as a scanner writes it. */
export async function bookStock(staff: StaffBrowser, name: keyof typeof stockForms, line: StockLine): Promise<void> {
  const { page, dialog, settled } = staff
  const form = stockForms[name]
  await go(staff, 'Stock')
  await page.getByRole('button', { name }).click()
  await dialog.getByLabel(form.about).fill(line.about)
  await dialog.getByLabel('Location').selectOption({ label: line.location })
  await dialog.getByLabel('Add a variant').fill(line.sku)
  await dialog.getByRole('button', { name: line.sku }).waitFor()
  await settled()
  await dialog.getByLabel('Add a variant').press('Enter')
  await dialog.getByLabel(`${form.pieces}: ${line.sku}`).fill(String(line.pieces))
  await dialog.getByRole('button', { name: form.send }).click()
  await page.getByText(form.told).waitFor()
}

/** Decides that a payment with a used trade number is another one. */
export async function decidePayment(staff: StaffBrowser, note: string): Promise<void> {
  const { page } = staff
  await go(staff, 'Today')
  await page.getByRole('link', { name: /To decide/ }).click()
  await page.getByRole('button', { name: 'Decide' }).click()
  await page.getByRole('dialog').getByLabel('Another payment').check()
  await sendForm(staff, 'Decide', 'Decision recorded', { Note: note })
  await page.getByText('Nothing to decide').waitFor()
}

/** Writes down the oldest refunds that are due as made, each in the form that the one before leads to. @returns the copied trade numbers */
export async function recordRefunds(staff: StaffBrowser, references: readonly string[]): Promise<string[]> {
  const { page, settled } = staff
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await go(staff, 'Money')
  await page.getByRole('tab', { name: 'Refunds due' }).click()
  await page.getByRole('button', { name: 'Mark refunded', exact: true }).first().click()
  const copied: string[] = []
  for (const [index, reference] of references.entries()) {
    const number = page.getByLabel('Refund number', { exact: true })
    await number.and(page.locator(':focus')).waitFor()
    await page.evaluate("navigator.clipboard.writeText('')")
    await page.getByRole('button', { name: 'Copy: Payment' }).click()
    await page.waitForFunction('navigator.clipboard.readText()')
    copied.push(await page.evaluate<string>('navigator.clipboard.readText()'))
    const button = index === references.length - 1 ? 'Mark refunded' : 'Save and next'
    await sendForm(staff, button, 'Refund recorded', { 'Refund number': reference })
    await settled()
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return copied
}

/** Corrects the number of a refund that was written down. */
export async function correctRefund(staff: StaffBrowser, from: string, to: string): Promise<void> {
  await staff.open('money?tab=done')
  const row = staff.page.getByRole('row').filter({ hasText: from })
  await row.getByRole('button', { name: 'Correct' }).click()
  await sendForm(staff, 'Save', 'Refund corrected', { 'Refund number': to })
}

/** Gives back a part of what was paid for a booking, after cents were refused. */
export async function refundPart(staff: StaffBrowser, id: string, amount: string): Promise<void> {
  const [button, refused] = ['Partial refund', 'In whole TWD, as the payment, or all that is left.']
  await staff.open(`bookings/${id}`)
  await staff.page.getByRole('button', { name: button }).click()
  await sendForm(staff, button, refused, { 'Refund amount': `${amount}.50`, Reason: 'No hot water' })
  await sendForm(staff, button, 'The refund is due', { 'Refund amount': amount })
  await staff.page.getByRole('list', { name: 'History' }).getByText('Refund due', { exact: true }).waitFor()
}

/** Withdraws the refund of an amount at its booking, whose history tells it. */
export async function withdrawRefund(staff: StaffBrowser, id: string, amount: string): Promise<void> {
  const { page, open } = staff
  await open(`bookings/${id}`)
  const button = page.getByRole('button', { name: 'Withdraw' })
  await page.locator('span').filter({ hasText: amount, has: button }).last().locator(button).click()
  await sendForm(staff, 'Withdraw', 'Refund withdrawn', { Reason: 'A zero too many' })
  await page.getByRole('list', { name: 'History' }).getByText('A zero too many').waitFor()
}

/** Writes down that one transaction made all refunds of a booking that are due; of several payments it cannot. */
export async function recordTogether(staff: StaffBrowser, id: string, number: string): Promise<void> {
  const { page, dialog, open, settled } = staff
  const select = async (list: string) => {
    await open(list)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: /^Mark \d+ refunded together$/ }).click()
    await dialog.waitFor()
    await settled()
  }
  await select('money')
  await dialog.getByText('These refunds are of several payments.').waitFor()
  await page.keyboard.press('Escape')
  await select(`money?q=${id}`)
  await sendForm(staff, 'Mark refunded', '2 refunds recorded', { 'Refund number': number })
}

/** Closes a night and cancels all bookings that this affects, with their refunds. @returns how many were cancelled */
export async function closeNight(
  staff: StaffBrowser,
  { campground, night, reason }: { campground: string; night: string; reason: string },
): Promise<number> {
  const { page, dialog, settled } = staff
  await go(staff, 'Closures')
  await page.getByRole('button', { name: 'Close nights' }).click()
  await dialog.getByLabel('Campground').selectOption({ label: campground })
  for (const label of ['First closed night', 'Last closed night']) await dialog.getByLabel(label).fill(night)
  await dialog.getByLabel('Reason').fill(reason)
  const told = await dialog.getByText(/^\d+ bookings? (?:is|are) affected\.$/).innerText()
  await dialog.getByRole('button', { name: 'Close these nights' }).click()
  await page.getByRole('heading', { level: 1, name: `Closure of ${campground}` }).waitFor()
  await settled()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: /^Cancel \d+ selected$/ }).click()
  await sendForm(staff, 'Cancel and refund', /^\d+ bookings? cancelled$/, { Reason: reason })
  await page.getByText('No bookings affected').waitFor()
  return Number.parseInt(told, 10)
}

/** Exports the takings of the month. @returns name and lines of the file */
export async function exportTakings(staff: StaffBrowser): Promise<{ name: string; lines: string[] }> {
  const { page } = staff
  await go(staff, 'Money')
  await page.getByRole('tab', { name: 'Exports' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV: Daily takings' }).click()
  const download = await coming
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') }
}

/** Creates a webhook for one type of event, then describes it. @returns the secret that is shown once */
export async function createWebhook(
  staff: StaffBrowser,
  { url, eventType, description }: { url: string; eventType: string; description: string },
): Promise<string> {
  const { page } = staff
  await go(staff, 'Webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByRole('dialog').getByLabel(eventType).check()
  await sendForm(staff, 'Create', 'Webhook secret', { URL: url })
  const secret = await page.getByText(/^whsec_/).innerText()
  await page.getByRole('dialog').press('Escape')
  await page.getByRole('button', { name: `Edit ${url}` }).click()
  await sendForm(staff, 'Save', 'Webhook saved', { Description: description })
  return secret
}
