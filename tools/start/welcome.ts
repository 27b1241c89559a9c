import { demoAccounts, demoPassword, identityProject } from '@campstore/local-servers/identity'
import type { Source } from '@campstore/local-servers/servers'
import { z } from 'zod'
import { isConsoleCurrent } from '../build-console.ts'
import type { Places } from './places.ts'
import type { StartSettings } from './settings.ts'

/** The table at the end of the start: addresses, accounts, and what to try first. */
export async function welcome(settings: StartSettings, places: Places, seconds: string): Promise<string> {
  const { postgres, rabbitmq, redis, identity } = places
  const { paymentSimulatorPort: simulatorPort } = settings
  const gateway = local(settings.gatewayPort)
  const addresses = [
    ['gateway', gateway],
    ['documents', `${gateway}/docs`],
    ['console', `${gateway}/staff${isConsoleCurrent() ? '' : '  (is being built)'}`],
    ...settings.services.map(({ name, port }) => [name, local(port)]),
    ...(simulatorPort ? [['simulator', `${local(simulatorPort)}  (payment forms go there)`]] : []),
    ['identity', `http://${identity.host}  (project ${identityProject}, ${identity.source})`],
    ['PostgreSQL', `${shown(postgres.adminUrl, postgres.source)}  (${postgres.source})`],
    ['RabbitMQ', `${shown(rabbitmq.url, rabbitmq.source)}  (${rabbitmq.source})`],
    ['', `management ${shown(rabbitmq.managementUrl, rabbitmq.source)}`],
    ['Redis', redis ? `${redis.url}  (${redis.source})` : 'none (no rate limits and no shared cache)'],
  ]
  return `
campstore is running (started in ${seconds})

${addresses.map(([name = '', address]) => `  ${name.padEnd(12)}${address}`).join('\n')}

  Accounts    ${demoAccounts.map(({ email }) => email.split('@')[0]).join(', ')}  @campstore.test, password ${demoPassword}

  Try first
    npm run demo
    curl -s ${gateway}/api/booking/campgrounds
    curl -s '${gateway}/api/products?size=5'
    npm run token -- member@campstore.test
    ${await availability(`${gateway}/api/booking`).catch(() => `curl -s ${gateway}/health`)}

  Ctrl-C stops everything. Logs follow, and stay in .local/logs.
`
}

const local = (port: number): string => `http://127.0.0.1:${port}`

/** The passwords of local servers are public, passwords of external servers are not shown. */
const shown = (url: string, source: Source): string =>
  source === 'environment' ? url.replace(/\/\/[^@/]*@/, '//') : url

const campgroundList = z.object({ data: z.tuple([z.object({ id: z.string() })], z.unknown()) })
const campground = z.object({ data: z.object({ zones: z.array(z.object({ id: z.string(), active: z.boolean() })) }) })

/** An availability check of a real zone, a week from now. Throws if there is no campground. */
async function availability(api: string): Promise<string> {
  const read = async (path: string): Promise<unknown> => (await fetch(`${api}/${path}`)).json()
  const [{ id }] = campgroundList.parse(await read('campgrounds')).data
  const { zones } = campground.parse(await read(`campgrounds/${id}`)).data
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const zoneId = zones.find(({ active }) => active)?.id
  const stay = { campgroundId: id, checkIn: day(7), checkOut: day(8), zones: [{ zoneId, quantity: 1 }] }
  return `curl -s ${api}/check-availability -H 'content-type: application/json' -d '${JSON.stringify(stay)}'`
}
