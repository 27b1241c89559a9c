import { CliError, explained, messageOf } from '@campstore/local-servers/cli-error'
import { onDatabase } from '@campstore/local-servers/postgres'
import type { ClientBase } from 'pg'
import { type CheckResult, checkAll } from './audit/audit.ts'
import { checkBroker } from './audit/broker.ts'
import { checkQueues } from './audit/queues.ts'
import { formatReport, isViolated } from './audit/report.ts'
import { parseCommandLine, requiredAddress, runCommand } from './command.ts'

/**
 * Checks a whole database for inconsistencies, and the broker for messages that need attention; changes nothing. When the
 * broker or its management API cannot be reached, the report says so.
 *
 * @param broker.rabbitmqUrl undefined: queues are not checked
 * @param broker.managementUrl with the login of an administrator; undefined: what queues are and who consumes is not checked
 * @throws {CliError} in one line, when the database cannot be reached or is not up to date
 */
export function audit(adminUrl: string, broker: Broker = {}): Promise<{ report: string; sound: boolean }> {
  const { host } = new URL(adminUrl)
  return onDatabase(adminUrl, async client => {
    const queues = await queueResults(broker, client)
    const results = [...(await checkAll(client)), ...queues.results]
    const report = [formatReport(results), ...queues.unchecked].join('; ')
    return { report, sound: !results.some(isViolated) }
  }).catch(explained(`Cannot check the database at ${host} (does it run, and is it migrated?)`))
}

type Broker = { rabbitmqUrl?: string | undefined; managementUrl?: string | undefined }

async function queueResults({ rabbitmqUrl, managementUrl }: Broker, client: ClientBase) {
  const results: CheckResult[] = []
  const unchecked: string[] = []
  if (rabbitmqUrl === undefined) return { results, unchecked }
  try {
    results.push(...(await checkQueues(rabbitmqUrl)))
  } catch (error) {
    unchecked.push(`queues were not checked: ${messageOf(error)}`)
  }
  try {
    if (managementUrl === undefined) throw new CliError('RABBITMQ_MANAGEMENT_URL is not set')
    results.push(...(await checkBroker(rabbitmqUrl, managementUrl, client)))
  } catch (error) {
    unchecked.push(`bindings, consumers and timers were not checked: ${messageOf(error)}`)
  }
  return { results, unchecked }
}

if (import.meta.main) {
  await runCommand(async (args, environment) => {
    parseCommandLine('audit', args, {})
    const { report, sound } = await audit(requiredAddress(environment, 'DATABASE_ADMIN_URL'), {
      rabbitmqUrl: environment.RABBITMQ_URL,
      managementUrl: environment.RABBITMQ_MANAGEMENT_URL,
    })
    if (!sound) process.exitCode = 1
    return report
  })
}
