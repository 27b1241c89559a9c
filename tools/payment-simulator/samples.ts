import { signatureHeader } from '@campstore/contract/messages/payments'
import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { localPassword, localPaymentSecret } from '@campstore/core/config/local-defaults'
import { isLoopback } from '@campstore/core/loopback'
import { vhostOf } from '@campstore/local-servers/management'
import { defaultManagementUrl } from '@campstore/local-servers/rabbitmq'
import type { SignedMessage } from '@campstore/payments/notification'

/** Where programs publish, and what they sign with. */
export type SampleTarget = {
  /** Where RabbitMQ's management API publishes to the exchange `payments`, without user and password. */
  publishUrl: string
  user: string
  password: string
  /** The secret; a word in its place when it is not the public local one. */
  secret: string
}

/** The target of programs that run on the machine of a developer: the local broker's administrator may publish over HTTP. */
export function sampleTarget({ rabbitmqUrl, secret }: { rabbitmqUrl: string; secret: string }): SampleTarget {
  const [address] = brokerAddressesIn(rabbitmqUrl)
  const { hostname, href } = new URL(address)
  // A container's name is none that this machine knows.
  const management = new URL(isLoopback(hostname) ? defaultManagementUrl(href) : 'http://127.0.0.1:15673')
  return {
    publishUrl: `${management.origin}/api/exchanges/${vhostOf(address)}/payments/publish`,
    user: 'campstore',
    password: localPassword,
    secret: secret === localPaymentSecret ? secret : 'YOUR-PAYMENT_SIGNING_SECRET',
  }
}

/** A program that publishes a message with nothing but what its language brings along. */
export type Sample = { language: keyof typeof signatureCode; code: string }

/** How each language makes the value of `x-signature`; docs/guides/payments.md has the same code. */
export const signatureCode = {
  curl: `digest=$(printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1)
signature="t=$time,v1=$digest"`,
  Python: `def signature(secret, time, body):
    digest = hmac.new(secret.encode(), f"{time}.{body}".encode(), hashlib.sha256).hexdigest()
    return f"t={time},v1={digest}"`,
  Go: `func signature(secret string, time int64, body string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.%s", time, body)
	return fmt.Sprintf("t=%d,v1=%x", time, mac.Sum(nil))
}`,
  TypeScript: `function signature(secret: string, time: number, body: string): string {
  const digest = createHmac('sha256', secret).update(\`\${time}.\${body}\`).digest('hex')
  return \`t=\${time},v1=\${digest}\`
}`,
} as const

/** The values of a message that programs contain. */
type Values = SampleTarget & { routingKey: string; messageId: string; time: string; body: string }

/** Programs that sign and publish this message, byte for byte: with the same time they make the same signature. */
export function samplesOf({ routingKey, content, options }: SignedMessage, target: SampleTarget): Sample[] {
  const time = /^t=(\d+),/.exec(options.headers[signatureHeader] ?? '')?.[1] ?? '0'
  const values = { ...target, routingKey, messageId: options.messageId, time, body: content.toString() }
  return [
    { language: 'curl', code: curl(values) },
    { language: 'Python', code: python(values) },
    { language: 'Go', code: go(values) },
    { language: 'TypeScript', code: typeScript(values) },
  ]
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A text between quotes that need no escapes in it; otherwise as JSON, which these languages read too. */
const quoted = (text: string, quote: string): string =>
  text.includes(quote) || /[\\\p{Cc}]/u.test(text) ? JSON.stringify(text) : `${quote}${text}${quote}`

function curl({ publishUrl, user, password, secret, routingKey, messageId, time, body }: Values): string {
  return `body=${shellQuoted(body)}
time=${time}
secret=${shellQuoted(secret)}
${signatureCode.curl}

curl -s -u ${user}:${password} ${publishUrl} -H 'content-type: application/json' -d '{
  "routing_key": "${routingKey}",
  "payload": "'"$(printf %s "$body" | base64 | tr -d '\\n')"'",
  "payload_encoding": "base64",
  "properties": {
    "delivery_mode": 2,
    "content_type": "application/json",
    "message_id": ${shellQuoted(JSON.stringify(messageId)).slice(1, -1)},
    "headers": { "${signatureHeader}": "'"$signature"'" }
  }
}'
`
}

function python({ publishUrl, user, password, secret, routingKey, messageId, time, body }: Values): string {
  return `import base64, hashlib, hmac, json, urllib.request

${signatureCode.Python}

body = ${quoted(body, "'")}
message = {
    "routing_key": "${routingKey}",
    "payload": body,
    "payload_encoding": "string",
    "properties": {
        "delivery_mode": 2,
        "content_type": "application/json",
        "message_id": ${JSON.stringify(messageId)},
        "headers": {"${signatureHeader}": signature("${secret}", ${time}, body)},
    },
}
login = base64.b64encode(b"${user}:${password}").decode()
request = urllib.request.Request(
    "${publishUrl}",
    json.dumps(message).encode(),
    {"content-type": "application/json", "authorization": f"Basic {login}"},
)
print(urllib.request.urlopen(request).read().decode())
`
}

function go({ publishUrl, user, password, secret, routingKey, messageId, time, body }: Values): string {
  return `package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

${signatureCode.Go}

func main() {
	body := ${quoted(body, '`')}
	message, err := json.Marshal(map[string]any{
		"routing_key":      "${routingKey}",
		"payload":          body,
		"payload_encoding": "string",
		"properties": map[string]any{
			"delivery_mode": 2,
			"content_type":  "application/json",
			"message_id":    ${JSON.stringify(messageId)},
			"headers":       map[string]string{"${signatureHeader}": signature("${secret}", ${time}, body)},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest("POST", "${publishUrl}", bytes.NewReader(message))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("content-type", "application/json")
	request.SetBasicAuth("${user}", "${password}")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	io.Copy(os.Stdout, response.Body)
}
`
}

function typeScript({ publishUrl, user, password, secret, routingKey, messageId, time, body }: Values): string {
  return `import { createHmac } from 'node:crypto'

${signatureCode.TypeScript}

const body = ${quoted(body, "'")}
const response = await fetch('${publishUrl}', {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: \`Basic \${btoa('${user}:${password}')}\` },
  body: JSON.stringify({
    routing_key: '${routingKey}',
    payload: body,
    payload_encoding: 'string',
    properties: {
      delivery_mode: 2,
      content_type: 'application/json',
      message_id: ${quoted(messageId, "'")},
      headers: { '${signatureHeader}': signature('${secret}', ${time}, body) },
    },
  }),
})
console.log(await response.text())
`
}
