import { demoAccounts, demoPassword, identityProject } from '@campstore/local-servers/identity'
import type { Source } from '@campstore/local-servers/servers'
import { z } from 'zod'
import type { StartSettings } from './settings.ts'

/** The addresses of the servers. */
export type Places = {
  postgres: { adminUrl: string; source: Source }
  rabbitmq: { url: string; managementUrl: string; source: Source }
  redis: { url: string; source: Source } | undefined
  identity: { host: string; source: Source }
}

/** The table at the end of the start: addresses, accounts, and what to try first. */
export async function welcome(settings: StartSettings, places: Places, seconds: string): Promise<string> {
  const gateway = `http://127.0.0.1:${settings.gatewayPort}`
  const row = (name: string, value: string) => `  ${name.padEnd(12)}${value}`
  const rows = [
    row('gateway', gateway),
    ...settings.services.map(({ name, port }) => row(name, `http://127.0.0.1:${port}`)),
    row('identity', `http://${places.identity.host}  (project ${identityProject}, ${places.identity.source})`),
    row(
      'PostgreSQL',
      `${withoutExternalPassword(places.postgres.adminUrl, places.postgres.source)}  (${places.postgres.source})`,
    ),
    row(
      'RabbitMQ',
      `${withoutExternalPassword(places.rabbitmq.url, places.rabbitmq.source)}  (${places.rabbitmq.source})`,
    ),
    row('', `management ${withoutExternalPassword(places.rabbitmq.managementUrl, places.rabbitmq.source)}`),
    row(
      'Redis',
      places.redis === undefined
        ? 'none (no rate limits and no shared cache)'
        : `${places.redis.url}  (${places.redis.source})`,
    ),
  ]
  const accounts = demoAccounts.map(({ email }) => email.split('@')[0]).join(', ')
  const tries = [
    'npm run demo',
    `curl -s ${gateway}/api/booking/campgrounds`,
    `curl -s '${gateway}/api/products?size=5'`,
    'npm run token -- member@campstore.test',
    await availability(gateway),
  ]
  return [
    '',
    `campstore is running (started in ${seconds})`,
    '',
    ...rows,
    '',
    `  Accounts    ${accounts}  @campstore.test, password ${demoPassword}`,
    '',
    '  Try first',
    ...tries.map(command => `    ${command}`),
    '',
    '  Ctrl-C stops everything. Logs follow, and stay in .local/logs.',
    '',
  ].join('\n')
}

/** The passwords of local servers are public, those of external servers are not. */
function withoutExternalPassword(url: string, source: Source): string {
  return source === 'environment' ? url.replace(/\/\/[^@/]*@/, '//') : url
}

const campgroundList = z.object({ data: z.array(z.object({ id: z.string() })) })
const campground = z.object({ data: z.object({ zones: z.array(z.object({ id: z.string(), active: z.boolean() })) }) })

/** An availability check of a real zone, a week from now. */
async function availability(gateway: string): Promise<string> {
  const path = `${gateway}/api/booking/check-availability`
  try {
    const read = async (address: string): Promise<unknown> => (await fetch(address)).json()
    const [first] = campgroundList.parse(await read(`${gateway}/api/booking/campgrounds`)).data
    if (first === undefined) return `curl -s ${gateway}/health`
    const detail = campground.parse(await read(`${gateway}/api/booking/campgrounds/${first.id}`))
    const zone = detail.data.zones.find(({ active }) => active)
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const stay = {
      campgroundId: first.id,
      checkIn: day(7),
      checkOut: day(8),
      zones: [{ zoneId: zone?.id, quantity: 1 }],
    }
    return `curl -s ${path} -H 'content-type: application/json' -d '${JSON.stringify(stay)}'`
  } catch {
    return `curl -s ${gateway}/health`
  }
}
