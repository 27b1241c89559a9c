import { mkdtempSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInternalKeys } from '@campstore/auth/internal-keys'
import { trackTemporaryDirectory } from '@campstore/local-servers/processes'
import { serviceNames } from '@campstore/testing/processes'
import { bundleProcesses } from '../../bundle.ts'
import { localDirectory } from '../../command.ts'
import type { Bench } from '../context.ts'
import { readCpuTimes } from '../measure/cpu-time.ts'
import { median } from '../measure/rounds.ts'
import { table } from '../report.ts'
import { startNodeServer } from '../servers/node-server.ts'
import { paymentProvider } from '../servers/system.ts'

/** Addresses where nothing listens: a service starts without its servers, and waits for them. */
const nowhere = {
  DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none',
  RABBITMQ_URL: 'amqp://nobody:nothing@127.0.0.1:1',
  ...Object.fromEntries(serviceNames.map(name => [`${name.toUpperCase()}_URLS`, 'http://127.0.0.1:1'])),
}

/** The identity providers that a service can be configured for. */
const providers: Readonly<Record<string, Record<string, string>>> = {
  oidc: {
    AUTH_PROVIDER: 'oidc',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_AUDIENCE: 'x',
    OIDC_JWKS_URL: 'http://127.0.0.1:1',
  },
  firebase: { FIREBASE_PROJECT_ID: 'demo-start', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' },
}

/**
 * Measures the processor time of each process until it answers: the time of loading its modules. Its bundle, which the image has,
 * and its sources are started in turns; with `--against <folder>` that working copy's sources, too.
 */
export async function benchStart(bench: Bench): Promise<void> {
  const { options, report } = bench
  const { against } = options
  const keys = createInternalKeys().environment
  const bundles = mkdtempSync(join(localDirectory, 'bundles-'))
  trackTemporaryDirectory(bundles)
  await bundleProcesses(bundles)
  const rows: string[][] = []
  for (const name of options.parts) {
    const source = join(name === 'gateway' ? name : `services/${name}`, 'src/main.ts')
    const mains = [
      join(bundles, name, 'main.mjs'),
      source,
      ...(against === undefined ? [] : [join(resolve(against), source)]),
    ]
    for (const [provider, identity] of Object.entries(providers)) {
      for (const isCached of [true, false]) {
        const environment = {
          ...nowhere,
          ...keys,
          ...paymentProvider,
          ...identity,
          PAYMENT_SIGNING_SECRET: 'secret-of-the-benchmark',
        }
        const times = mains.map((): number[] => [])
        for (let round = 0; round < options.rounds; round++)
          for (const [index, main] of mains.entries())
            times[index]?.push(
              await timeOfStart(bench, name, main, isCached ? environment : { ...environment, ...newCache(bench) }),
            )
        bench.log(
          `${name}, ${provider}, ${isCached ? 'compiled before' : 'first start'}: ${times.join(' against ')} ms`,
        )
        rows.push([name, provider, isCached ? 'yes' : 'no', ...times.map(each => String(median(each)))])
      }
    }
  }
  report.environment(`Medians of ${options.rounds} starts, in milliseconds of processor time.`)
  report.text(
    table(
      [
        'process',
        'identity provider',
        'compiled before',
        'bundle',
        'sources',
        ...(against === undefined ? [] : [against]),
      ],
      rows,
    ),
  )
}

/** Milliseconds of processor time until the process answers. */
async function timeOfStart(
  bench: Bench,
  name: string,
  main: string,
  environment: Record<string, string>,
): Promise<number> {
  const server = await startNodeServer(bench, { name, main, readyPath: '/health/live', environment })
  const time = readCpuTimes([server]).get(server.pid)?.microseconds ?? Number.NaN
  await server.stop()
  return time / 1000
}

const newCache = ({ home }: Bench) => ({ NODE_COMPILE_CACHE: mkdtempSync(join(home, 'cache-')) })
