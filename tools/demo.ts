import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { CliError, formatError, messageOf } from '@campstore/local-servers/cli-error'
import { signingSecrets } from '@campstore/payments/signature'
import { runBookingStory } from './demo/booking-story.ts'
import { gatewayClient } from './demo/gateway-client.ts'
import { narrate } from './demo/narration.ts'
import { runCancelledOrderStory, runCashOnDeliveryStory, runPaidOrderStory } from './demo/order-story.ts'
import type { Stage } from './demo/scenario.ts'
import { runStaffStory } from './demo/staff-story.ts'
import { notificationFor, paymentOrderFrom } from './pay/notification.ts'
import { publishPayment } from './pay/publish-payment.ts'
import { idTokenOf } from './token.ts'

const usage = 'usage: npm run demo [-- --url http://127.0.0.1:8080] [--as member@campstore.test]'

/**
 * Plays a booking, three orders and the staff's part in them through the gateway of a running system, and holds every answer
 * against what it should be.
 *
 * @param args the command line after the command's name
 * @param write takes a line of the story
 * @throws {CliError} in one line, when something is not as it should be, or is not there
 */
export async function demo(
  args: string[],
  write: (line: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const { url, as: member } = optionsFrom(args, environment)
  const identityHost = environment.FIREBASE_AUTH_EMULATOR_HOST || `127.0.0.1:${environment.IDENTITY_PORT || 9099}`
  const stage: Stage = {
    client: gatewayClient(url, await idTokenOf(member, identityHost)),
    told: narrate(write),
    staff: async name => {
      const idToken = await idTokenOf(`${name}@campstore.test`, identityHost)
      return { client: gatewayClient(url, idToken), idToken }
    },
    pay: payments(environment),
    clock: () => new Date(),
    newKey: () => `demo-${randomUUID()}`,
  }
  write(`${url}, signed in as ${member}`)
  const booking = await runBookingStory(stage)
  const order = await runPaidOrderStory(stage)
  await runCashOnDeliveryStory(stage)
  await runCancelledOrderStory(stage)
  await runStaffStory(stage, { booking, order })
  write('\nall as it should be')
}

function optionsFrom(args: string[], environment: NodeJS.ProcessEnv): { url: string; as: string } {
  const gateway = `http://127.0.0.1:${environment.PORT || 8080}`
  const options = {
    url: { type: 'string', default: gateway },
    as: { type: 'string', default: 'member@campstore.test' },
  } as const
  try {
    const { values } = parseArgs({ args, options })
    if (!URL.canParse(values.url)) throw new Error(`--url must be an address, not "${values.url}"`)
    return values
  } catch (error) {
    throw new CliError(`${messageOf(error)}\n${usage}`)
  }
}

/** What `npm run pay` does, for an amount that is known. */
function payments(environment: NodeJS.ProcessEnv): Stage['pay'] {
  return async ({ kind, id, amount, paymentMethod }) => {
    const at = new Date()
    await publishPayment(notificationFor(paymentOrderFrom([kind, id]), { amount, paymentMethod }, at), {
      rabbitmqUrl: environment.RABBITMQ_URL ?? 'amqp://campstore:campstore@127.0.0.1:5673',
      secret: signingSecrets(environment.PAYMENT_SIGNING_SECRET ?? 'local-payment-secret')[0],
      at,
    })
  }
}

if (import.meta.main) {
  try {
    await demo(process.argv.slice(2), line => process.stdout.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(`\n${formatError(error)}\n`)
    process.exitCode = 1
  }
}
