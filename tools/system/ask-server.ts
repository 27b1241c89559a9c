import { answerWithin, outageReason } from '@campstore/core/outage-reason'
import { diskOutage } from '@campstore/database/schema-state'
import { managementClient } from '@campstore/local-servers/management'
import { firstAnswer } from '@campstore/local-servers/ports'
import { onMaintenanceDatabase } from '@campstore/local-servers/postgres'
import { z } from 'zod'
import type { SystemRecord } from './record.ts'

/** How long the answer of a server may take, in milliseconds. */
const limitMs = 2_000

/** The first bytes of a client, which any server of the kind answers, also without a login. */
const greetings: Readonly<Record<string, string>> = {
  PostgreSQL: '\0\0\0\x08\x04\xd2\x16\x2f', // SSLRequest
  RabbitMQ: 'AMQP\0\0\x09\x01',
  // Not PING, which a full one answers as well.
  Redis: 'SET campstore:status 1 EX 1\r\n',
  'identity emulator': 'GET / HTTP/1.0\r\n\r\n',
}

/**
 * Makes a round trip to a server: a connection alone says nothing, because the kernel accepts it for a process that is frozen.
 *
 * @param variables addresses with logins, where they are known
 * @returns why it does not serve; undefined when it does
 */
export async function askServer(
  { name, address, source, isTls = false }: SystemRecord['servers'][number],
  { DATABASE_ADMIN_URL: adminUrl, RABBITMQ_MANAGEMENT_URL: managementUrl }: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const within = (work: Promise<string | undefined>) =>
    answerWithin<string | undefined>(limitMs, work, 'no answer', outageReason)
  if (name === 'PostgreSQL' && adminUrl) return within(onMaintenanceDatabase(adminUrl, diskOutage))
  const silence = await within(
    firstAnswer(address, greetings[name] ?? '', limitMs, isTls).then(answer => {
      // Redis begins a refusal with a minus. The login of one from the environment is not known here.
      const isRefusal = answer.startsWith('-') && !(source === 'environment' && answer.startsWith('-NOAUTH'))
      return isRefusal ? outageReason(answer) : undefined
    }),
  )
  if (silence !== undefined || name !== 'RabbitMQ' || !managementUrl) return silence
  // The broker has answered, and is ready even if its management does not say anything of alarms.
  return answerWithin<string | undefined>(limitMs, alarmOf(managementUrl), undefined, () => undefined)
}

const nodes = z.array(z.object({ disk_free_alarm: z.boolean().optional(), mem_alarm: z.boolean().optional() }))

/** The alarm that makes a broker block publishers. */
async function alarmOf(managementUrl: string): Promise<string | undefined> {
  const manage = managementClient(managementUrl, call => call())
  const found = nodes.parse(await manage('GET', 'nodes?columns=disk_free_alarm,mem_alarm'))
  if (found.some(node => node.disk_free_alarm)) return 'disk alarm: publishers are blocked'
  return found.some(node => node.mem_alarm) ? 'memory alarm: publishers are blocked' : undefined
}
