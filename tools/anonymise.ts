import { onDatabase } from '@campstore/local-servers/postgres'
import { type Anonymisation, anonymiseCustomer } from './anonymise/anonymise-customer.ts'
import { onAdminDatabase, parseCommandLine, requiredAddress, runCommand, UsageError } from './command.ts'

const maxReason = 200

/** @throws {UsageError} for a wrong command line */
function requestFrom(args: readonly string[]): Anonymisation {
  const options = { reason: { type: 'string', default: '' }, by: { type: 'string', default: '' } } as const
  const { values, positionals } = parseCommandLine('anonymise', args, options, 1)
  const [customerId = ''] = positionals
  const reason = values.reason.trim()
  if (reason === '' || reason.length > maxReason)
    throw new UsageError('anonymise', `--reason must have 1 to ${maxReason} characters.`)
  const administrator = values.by.trim()
  if (administrator === '') throw new UsageError('anonymise', '--by must name the administrator who answers for it.')
  return { customerId, reason, administrator }
}

/** Anonymises a customer in one transaction. @throws {CliError} while something is open, with a line for each */
export async function anonymise(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const request = requestFrom(args)
  const result = await onAdminDatabase(requiredAddress(environment, 'DATABASE_ADMIN_URL'), adminUrl =>
    onDatabase(adminUrl, async client => {
      await client.query('begin')
      // An error ends the connection, and the transaction with it.
      const anonymised = await anonymiseCustomer(client, request, new Date())
      await client.query('commit')
      return anonymised
    }),
  )
  return `Customer ${request.customerId} is anonymised: ${result.bookings} bookings and ${result.orders} orders were changed`
}

if (import.meta.main) await runCommand((args, environment) => anonymise(args, environment))
