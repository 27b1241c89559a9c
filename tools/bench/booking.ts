import { mkdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../infrastructure/postgres.ts'
import { profilingFlags, timeShares } from './cpu-profile.ts'
import type { Pattern } from './crowd.ts'
import { issueTokens } from './members.ts'
import { residentMemory } from './memory.ts'
import type { BenchOptions } from './options.ts'
import { createPgbench, findPgbench, type Pgbench } from './pgbench.ts'
import { checkoutScripts } from './pgbench-script.ts'
import { capacityPlan, indexesOf } from './query-plan.ts'
import { atLeast, atMost, type Row, ratesTable, sharesTable, type Target, table, targetsTable } from './report.ts'
import { type Contender, type Measured, measureInTurns } from './rounds.ts'
import { type BenchDatabase, type NodeServer, type Servers, startNode, startServers } from './servers.ts'
import { asking, askingAt, openShop, type Shop } from './shop.ts'
import { fillDatabase, forgetCheckouts } from './stored-bookings.ts'

type Tell = (line: string) => void

/** Everything a measurement may need. */
type Stage = {
  options: BenchOptions
  tell: Tell
  servers: Servers
  tokens: string
  environment: Record<string, string>
  few: BenchDatabase
  shop: Shop
  limits: { koa: NodeServer; http: NodeServer }
  pgbench: { run: Pgbench; cleanUp(): Promise<void> } | undefined
}

/** A part of the report. */
type Findings = { rows: Row[]; targets: Target[]; text: string[]; processes: NodeServer[] }

const patterns: readonly Pattern[] = ['spread', 'hot']

/**
 * Measures the booking service and returns the report.
 *
 * @param tell gets lines of progress
 */
export async function benchBooking(options: BenchOptions, tell: Tell): Promise<string> {
  tell('starting PostgreSQL, RabbitMQ and Redis')
  const stage = await setStage(options, tell)
  const findings: Findings[] = []
  if (options.parts.includes('availability')) findings.push(await benchAvailability(stage))
  if (options.parts.includes('checkout')) findings.push(await benchCheckout(stage))
  if (options.parts.includes('size')) findings.push(await benchSize(stage))
  findings.push(
    await benchMemory(
      stage,
      findings.flatMap(({ processes }) => processes),
    ),
  )
  if (options.profile) findings.push(await profileProcesses(stage))
  const rows = findings.flatMap(({ rows }) => rows)
  const text = findings.flatMap(({ text }) => text)
  return [
    `# Booking benchmark\n\n${await circumstances(stage)}`,
    `## Targets\n\n${targetsTable(findings.flatMap(({ targets }) => targets))}`,
    `## Rates\n\n${ratesTable(rows)}`,
    ...text,
  ].join('\n\n')
}

async function setStage(options: BenchOptions, tell: Tell): Promise<Stage> {
  const servers = await startServers()
  const { home } = servers
  const tokens = join(home, 'tokens.json')
  const { environment } = await issueTokens(tokens)
  const few = await filledDatabase(servers, 'few', options.storedBookings.few, tell)
  const pgbench = options.parts.includes('checkout') ? await preparePgbench(servers, few, tell) : undefined
  const limit = (name: string, main: string) =>
    startNode({ name, main: `tools/bench/${main}`, readyPath: '/', environment: {}, home })
  const koa = await limit('bare Koa', 'bare-koa.ts')
  const http = await limit('plain node:http', 'plain-http.ts')
  const shop = await openShop(servers, { name: 'few', database: few, environment, productsUrl: koa.url })
  return { options, tell, servers, tokens, environment, few, shop, limits: { koa, http }, pgbench }
}

async function filledDatabase(servers: Servers, name: string, count: number, tell: Tell): Promise<BenchDatabase> {
  const began = Date.now()
  const database = await servers.createDatabase(name)
  await onDatabase(database.adminUrl, client => fillDatabase(client, count))
  tell(`${count} bookings stored in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return database
}

/** pgbench works on a copy, where no relay empties the outbox behind it. */
async function preparePgbench(servers: Servers, source: BenchDatabase, tell: Tell): Promise<Stage['pgbench']> {
  const program = findPgbench()
  if (program === undefined) {
    tell('pgbench is not on this machine (Debian: postgresql-contrib or postgresql): its rows are left out')
    return undefined
  }
  const copy = await servers.copyDatabase(source, 'pgbench')
  const scripts = await checkoutScripts(copy.bookingUrl)
  const cleanUp = () => onDatabase(copy.adminUrl, forgetCheckouts)
  await cleanUp()
  return { run: createPgbench({ program, url: copy.bookingUrl, scripts, home: servers.home }), cleanUp }
}

async function benchAvailability({ options, tell, tokens, shop, limits }: Stage): Promise<Findings> {
  const rows: Row[] = []
  const targets: Target[] = []
  for (const connections of options.connections) {
    const common = { request: 'availability', connections, tokens } as const
    const plain = { connections, tokens }
    const contenders = [
      asking(shop, 'availability, spread', { ...common, pattern: 'spread' }),
      asking(shop, 'availability, hot', { ...common, pattern: 'hot' }),
      askingAt('limit: bare Koa behind the gateway', { ...plain, origin: shop.gateway.url, path: '/api/products' }),
      askingAt('limit: plain node:http', { ...plain, origin: limits.http.url, path: '/' }),
    ]
    const measured = await measureInTurns(contenders, options, line => tell(`${connections} connections, ${line}`))
    rows.push(...rowsOf(contenders, connections, measured))
    const [spread, hot, koa] = measured
    const name = `availability, bare Koa behind the gateway = 100%, ${connections} connections`
    targets.push(atLeast(`${name}, spread`, 0.5, ratio(spread, koa)), atLeast(`${name}, hot`, 0.5, ratio(hot, koa)))
  }
  return { rows, targets, text: [], processes: [] }
}

async function benchCheckout({ options, tell, tokens, shop, pgbench }: Stage): Promise<Findings> {
  const rows: Row[] = []
  const targets: Target[] = []
  for (const connections of options.connections) {
    const ours = patterns.map(pattern =>
      asking(shop, `checkout, ${pattern}`, { request: 'checkout', pattern, connections, tokens }),
    )
    const limits =
      pgbench === undefined
        ? []
        : patterns.map(
            (pattern): Contender => ({
              name: `limit: pgbench, same SQL, ${pattern}`,
              run: seconds => pgbench.run({ pattern, connections, seconds }),
              after: () => pgbench.cleanUp(),
            }),
          )
    const contenders = [...ours, ...limits]
    const measured = await measureInTurns(contenders, options, line => tell(`${connections} connections, ${line}`))
    rows.push(...rowsOf(contenders, connections, measured))
    for (const [index, pattern] of patterns.entries()) {
      const [checkout, limit] = [measured[index], measured[index + patterns.length]]
      const name = `checkout, ${pattern}, ${connections} connections`
      if (limit !== undefined) targets.push(atLeast(`${name}, pgbench = 100%`, 0.3, ratio(checkout, limit)))
      if (connections === 50 && checkout !== undefined)
        targets.push(atMost(`${name}, p99 / p50`, 10, checkout.p99 / checkout.p50, ' x'))
    }
  }
  const skipped = pgbench === undefined ? ['pgbench was skipped: it is not on this machine.'] : []
  const drained = `Events and hold messages of a round were all published ${shop.slowestDrain.toFixed(1)} s after its end at the latest.`
  return { rows, targets, text: [...skipped, drained], processes: [] }
}

async function benchSize(stage: Stage): Promise<Findings> {
  const { options, tell, servers, tokens, environment, shop: few } = stage
  const database = await filledDatabase(servers, 'many', options.storedBookings.many, tell)
  const many = await openShop(servers, { name: 'many', database, environment })
  const rows: Row[] = []
  const targets: Target[] = []
  const connections = 10
  for (const request of ['availability', 'checkout'] as const) {
    const asked = { request, pattern: 'spread', connections, tokens } as const
    const contenders: Contender[] = [
      asking(few, `${request}, ${options.storedBookings.few} stored`, asked),
      asking(many, `${request}, ${options.storedBookings.many} stored`, asked),
    ]
    // The older service has served for minutes, and V8 knows its code; the newer one catches up first.
    await contenders[1]?.run(options.secondsPerRound * 3)
    await contenders[1]?.after?.()
    const measured = await measureInTurns(contenders, options, tell)
    rows.push(...rowsOf(contenders, connections, measured))
    const [atFew, atMany] = measured
    const name = `${request}, time per request at ${options.storedBookings.many} stored bookings, at ${options.storedBookings.few} = 1`
    targets.push(atMost(name, 1.3, ratio(atFew, atMany), ' x'))
  }
  const [fewPlan, manyPlan] = [await capacityPlan(few.owner), await capacityPlan(many.owner)]
  const plans = [
    `## The capacity query\n\nIndexes: ${indexesOf(fewPlan).join(', ')} at ${options.storedBookings.few} bookings;`,
    `${indexesOf(manyPlan).join(', ')} at ${options.storedBookings.many}, with this plan:\n\n\`\`\`\n${manyPlan.join('\n')}\n\`\`\``,
  ].join(' ')
  return { rows, targets, text: [plans], processes: [many.gateway, many.booking] }
}

async function benchMemory({ shop, limits, tell }: Stage, more: readonly NodeServer[]): Promise<Findings> {
  tell('five seconds of rest, then memory')
  await delay(5_000)
  const services = [shop.gateway, shop.booking, ...more]
  const read = [...services, limits.koa, limits.http].map(server => ({ server, ...residentMemory(server.pid) }))
  const rows = read.map(({ server, now, most }) => [server.name, now.toFixed(0), most?.toFixed(0) ?? 'unknown'])
  const targets = read
    .slice(0, services.length)
    .map(({ server, now }) => atMost(`resident memory of ${server.name} after the run`, 110, now, ' MB'))
  const text = `## Resident memory, MB\n\n${table(['process', 'after the run', 'at most'], rows)}`
  return { rows: [], targets, text: [text], processes: [] }
}

/** Long enough that starting up is a small part of the profile. */
const profiledSeconds = 12

async function profileProcesses({ servers, environment, few, tokens, tell, shop }: Stage): Promise<Findings> {
  await shop.close()
  const folder = join(servers.home, 'profiles')
  mkdirSync(folder, { recursive: true })
  const text: string[] = []
  for (const request of ['availability', 'checkout'] as const) {
    const flags = (process: 'gateway' | 'booking') => profilingFlags(folder, `${process}-${request}`)
    const profiled = await openShop(servers, { name: `profiled-${request}`, database: few, environment, flags })
    const connections = 50
    const contender = asking(profiled, request, { request, pattern: 'spread', connections, tokens })
    await contender.run(profiledSeconds)
    await contender.after?.()
    await profiled.close()
    for (const process of ['gateway', 'booking'] as const) {
      const { functions, origins } = timeShares(folder, `${process}-${request}`)
      text.push(`## Time of the ${process} under ${request}`, sharesTable(origins), sharesTable(functions))
    }
    tell(`profiled ${request}`)
  }
  return { rows: [], targets: [], text, processes: [] }
}

async function circumstances({ options, few }: Stage): Promise<string> {
  const [processor] = cpus()
  const { rows } = await onDatabase(few.bookingUrl, client =>
    client.query<{ version: string; fsync: string; commit: string }>(`
      select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit
    `),
  )
  const [server] = rows
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${processor?.model ?? 'unknown processor'},`,
    `${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.versions.node}, PostgreSQL ${server?.version ?? ''}`,
    `(fsync ${server?.fsync ?? ''}, synchronous_commit ${server?.commit ?? ''}). Clients, gateway, services and servers share the machine.`,
    `Medians of ${options.rounds} rounds of ${options.secondsPerRound} s in turns, after ${options.warmUpSeconds} s of warm-up each.`,
  ].join(' ')
}

const ratio = (a: Measured | undefined, b: Measured | undefined): number =>
  (a?.perSecond ?? 0) / (b?.perSecond ?? Number.NaN)

const rowsOf = (contenders: readonly Contender[], connections: number, measured: readonly Measured[]): Row[] =>
  contenders.flatMap(({ name }, index) => {
    const result = measured[index]
    return result === undefined ? [] : [{ what: name, connections, measured: result }]
  })
