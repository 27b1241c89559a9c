import { signatureHeader } from '@campstore/contract/messages/payments'
import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { localPassword, localPaymentSecret } from '@campstore/core/config/local-defaults'
import { isLoopback } from '@campstore/core/loopback'
import { vhostOf } from '@campstore/local-servers/management'
import { defaultManagementUrl } from '@campstore/local-servers/rabbitmq'
import type { SignedMessage } from '@campstore/payments/notification'

/** Where a sample publishes, and what it signs with. */
export type SampleTarget = {
  /** Where RabbitMQ's management API publishes to the exchange `payments`, without user and password. */
  publishUrl: string
  user: string
  password: string
  /** The secret; a word in its place when it is not the public local one. */
  secret: string
}

/** The target of a sample on the machine of a developer: the local broker's administrator may publish over HTTP. */
export function sampleTarget({ rabbitmqUrl, secret }: { rabbitmqUrl: string; secret: string }): SampleTarget {
  const [address] = brokerAddressesIn(rabbitmqUrl)
  const { hostname, href } = new URL(address)
  // This machine does not know a container's name.
  const management = new URL(isLoopback(hostname) ? defaultManagementUrl(href) : 'http://127.0.0.1:15673')
  return {
    publishUrl: `${management.origin}/api/exchanges/${vhostOf(address)}/payments/publish`,
    user: 'campstore',
    password: localPassword,
    secret: secret === localPaymentSecret ? secret : 'YOUR-PAYMENT_SIGNING_SECRET',
  }
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A shell script that signs and publishes a message byte for byte; docs/guides/payments.md has other languages. */
export function sampleOf({ routingKey, content, options }: SignedMessage, target: SampleTarget): string {
  const time = /^t=(\d+),/.exec(options.headers[signatureHeader] ?? '')?.[1] ?? '0'
  return `body=${shellQuoted(content.toString())}
time=${time}
secret=${shellQuoted(target.secret)}
digest=$(printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1)

curl -s -u ${target.user}:${target.password} ${target.publishUrl} -H 'content-type: application/json' -d '{
  "routing_key": "${routingKey}",
  "payload": "'"$(printf %s "$body" | base64 | tr -d '\\n')"'",
  "payload_encoding": "base64",
  "properties": {
    "delivery_mode": 2,
    "content_type": "application/json",
    "message_id": ${shellQuoted(JSON.stringify(options.messageId)).slice(1, -1)},
    "headers": { "${signatureHeader}": "'"t=$time,v1=$digest"'" }
  }
}'
`
}
