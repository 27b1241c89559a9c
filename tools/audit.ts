import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { onDatabase } from '@campstore/local-servers/postgres'
import { type CheckResult, checkAll } from './audit/audit.ts'
import { checkQueues } from './audit/queues.ts'
import { formatReport, isViolated } from './audit/report.ts'
import { parseCommandLine, requiredAddress, runCommand } from './command.ts'

/**
 * Checks a whole database for inconsistencies, and the broker for messages that need attention; changes nothing. When the
 * broker cannot be reached, the report says so.
 *
 * @param rabbitmqUrl undefined: queues are not checked
 * @returns the report, and whether all checks passed
 * @throws {CliError} in one line, when the database cannot be reached or is not up to date
 */
export async function audit(adminUrl: string, rabbitmqUrl?: string): Promise<{ report: string; sound: boolean }> {
  const queues = rabbitmqUrl === undefined ? { results: [] } : await queueResults(rabbitmqUrl)
  try {
    const results = [...(await onDatabase(adminUrl, client => checkAll(client))), ...queues.results]
    const report = formatReport(results)
    return { report: queues.unchecked ? `${report}; ${queues.unchecked}` : report, sound: !results.some(isViolated) }
  } catch (error) {
    const { host } = new URL(adminUrl)
    throw new CliError(`Cannot check the database at ${host} (does it run, and is it migrated?): ${messageOf(error)}`)
  }
}

async function queueResults(rabbitmqUrl: string): Promise<{ results: CheckResult[]; unchecked?: string }> {
  try {
    return { results: await checkQueues(rabbitmqUrl) }
  } catch (error) {
    return { results: [], unchecked: `queues were not checked: ${messageOf(error)}` }
  }
}

if (import.meta.main) {
  await runCommand(async (args, environment) => {
    parseCommandLine('audit', args, {})
    const { report, sound } = await audit(requiredAddress(environment, 'DATABASE_ADMIN_URL'), environment.RABBITMQ_URL)
    if (!sound) process.exitCode = 1
    return report
  })
}
