import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { adminRoutes } from '@campstore/contract/admin/routes'
import { isExported, type Route } from '@campstore/contract/route'
import { findProgram } from '@campstore/local-servers/installed-programs'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { inDays } from '@campstore/testing/campground'
import { createTestDatabase } from '@campstore/testing/databases'
import { serviceNames } from '@campstore/testing/processes'
import { expect, onTestFinished, test } from 'vitest'
import { importDirectory } from '../../tools/import/import-directory.ts'
import { activityDirectory, demoDirectory } from '../../tools/import/testing/data-set-files.ts'
import type { Client } from '../system/client.ts'
import { signInStaff } from '../system/staff.ts'
import { startSystem } from '../system/system.ts'

// docs/contract/admin.md#csv, with the demonstration data.

type Cells = Record<string, string | number>

/** UTF-8, commas and quotes, and everything else by LibreOffice's defaults. */
const filter = 'Text - txt - csv (StarCalc):44,34,76'
/** Texts are written with quotes, and numbers without and in full, so that a cell's type is seen. */
const typed = `csv:${filter},1,,0,true,false`

/** Opens each file in LibreOffice, all at once, and reads the cells that it has then. */
async function openInLibreOffice(soffice: string, files: Record<string, string>): Promise<Record<string, Cells[]>> {
  const folder = temporaryServerHome()
  const opened = join(folder, 'opened')
  await mkdir(opened)
  const paths = Object.keys(files).map(name => join(folder, `${name}.csv`))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.csv`), text)
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
  const conversion = [`--infilter=${filter}`, '--convert-to', typed, '--outdir', opened]
  await promisify(execFile)(soffice, [profile, '--headless', ...conversion, ...paths])
  const read = async (name: string) => [name, cellsOf(await readFile(join(opened, `${name}.csv`), 'utf8'))]
  return Object.fromEntries(await Promise.all(Object.keys(files).map(read)))
}

/** The rows of what LibreOffice has written, by the paths in the first. */
function cellsOf(text: string): Cells[] {
  const [header = [], ...rows] = text
    .replaceAll(/"(?:[^"]|"")*"/g, quoted => quoted.replaceAll('\n', '\0').replaceAll(',', '\x01'))
    .split('\n')
    .slice(0, -1)
    .map(line => line.split(',').map(cellOf))
  return rows.map(row => Object.fromEntries(header.map((path, place) => [String(path), row[place] ?? ''])))
}

function cellOf(written: string): string | number {
  if (!written.startsWith('"')) return written === '' ? '' : Number(written)
  return written.slice(1, -1).replaceAll('""', '"').replaceAll('\0', '\n').replaceAll('\x01', ',')
}

const isList = (name: string, value: unknown): boolean =>
  Array.isArray(value) &&
  (['picks', 'zones', 'rentals', 'nights'].includes(name) ||
    /"(?:picks|zones|rentals|nights)":\[/.test(JSON.stringify(value)))

/** What an element of a response is in a spreadsheet, as the contract says. */
function expectedRows(value: unknown, path = '', isJoined = false): Cells[] {
  if (value === null || value === undefined) return [{ [path]: '' }]
  if (typeof value === 'number' && !isJoined) return [{ [path]: value }]
  if (typeof value === 'string' && !isJoined && /^-?\d+\.(?:\d\d){1,2}$/.test(value)) return [{ [path]: Number(value) }]
  if (typeof value !== 'object') return [{ [path]: String(value) }]
  const parts = Object.entries(value).map(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    if (!Array.isArray(field)) return { rows: expectedRows(field, at, isJoined), isOwn: false }
    const isOwn = isList(name, field)
    const rows = field.flatMap(each => expectedRows(each, at, !isOwn))
    return { rows: isOwn ? rows : [joined(rows)], isOwn }
  })
  const around = Object.assign({}, ...parts.flatMap(({ rows, isOwn }) => (isOwn ? [] : rows)))
  const own = parts.flatMap(({ rows, isOwn }) => (isOwn ? rows : []))
  return own.length === 0 ? [around] : own.map(row => ({ ...around, ...row }))
}

function joined(rows: Cells[]): Cells {
  const paths = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return Object.fromEntries(paths.map(path => [path, rows.map(row => row[path] ?? '').join('; ')]))
}

/** All elements of a list, from its pages. */
async function readAll(client: Client, address: string, { shape }: Route): Promise<unknown[]> {
  const all: unknown[] = []
  for (let page = 0; ; page += 1) {
    const paging = shape === 'page' ? `${address.includes('?') ? '&' : '?'}page=${page}&size=100` : ''
    const { data, status, text } = await client.get(address + paging)
    if (status !== 200 || !Array.isArray(data)) throw new Error(`${address} was answered with ${status} ${text}`)
    all.push(...data)
    if (shape === 'list' || data.length < 100) return all
  }
}

/** The lists of the demonstration that have no elements. */
const empty = ['listWebhookDeliveries']

test('each cell of each export of the demonstration is in LibreOffice what the API has', async ({ skip }) => {
  const soffice = findProgram('soffice')
  if (!soffice) return skip('LibreOffice is not installed: apt-get install --no-install-recommends libreoffice-calc')
  const database = await createTestDatabase()
  for (const directory of [demoDirectory, activityDirectory])
    await importDirectory({ directory, adminUrl: database.adminUrl })
  const system = await startSystem({ services: serviceNames, processes: 1, database })
  onTestFinished(() => system.stop())
  const client = await signInStaff(system, 'admin')
  const webhook = {
    url: 'https://crm.example.com/hook',
    description: '0912',
    eventTypes: ['order.paid', 'order.shipped'],
  }
  expect(await client.post('/api/admin/webhooks', webhook)).toMatchObject({ status: 201 })
  const stays = (await client.get('/api/admin/stays?kind=staying')).data as {
    campgroundId: string
    zones: { zoneId: string }[]
  }[]
  const day = inDays(0)
  const closure = {
    campgroundId: stays[0]?.campgroundId ?? '',
    closureType: 'date_range',
    startDate: day,
    endDate: day,
  }
  const closed = await client.post('/api/admin/campground-closures', { ...closure, reason: '01/02' })
  expect(closed).toMatchObject({ status: 201 })
  const { id } = closed.data as { id: string }
  const range = `?from=${inDays(-20)}&to=${inDays(10)}`
  const queries: Record<string, string> = {
    listStays: '?kind=staying',
    reportOccupancy: range,
    reportTakings: range,
    reportCoupons: range,
    listAffectedBookings: `?${new URLSearchParams(closure)}`,
  }
  const files: Record<string, string> = {}
  const expected: Record<string, Cells[]> = {}
  for (const route of Object.values<Route>(adminRoutes).filter(isExported)) {
    const of = route.name === 'listBookingsOfZone' ? (stays[0]?.zones[0]?.zoneId ?? '') : id
    const address = route.path.replace('{id}', of) + (queries[route.name] ?? '')
    expected[route.name] = (await readAll(client, address, route)).flatMap(element => expectedRows(element))
    const { status, text } = await client.get(address, { accept: 'text/csv' })
    expect([route.name, status]).toEqual([route.name, 200])
    files[route.name] = text
  }
  const opened = await openInLibreOffice(soffice, files)
  expect(Object.keys(expected).filter(name => expected[name]?.length === 0)).toEqual(empty)
  for (const [name, rows] of Object.entries(opened)) {
    const paths = Object.keys(rows[0] ?? {})
    const filled = expected[name]?.map(row => Object.fromEntries(paths.map(path => [path, row[path] ?? ''])))
    expect(rows, name).toEqual(filled)
  }
})
