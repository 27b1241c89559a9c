// cspell:ignore RABITMQ DATABSE FIEL APLICATION LOGNAME
import { expect, test } from 'vitest'
import { unknownVariables } from './unknown-variables.ts'

const warningsFor = (...names: string[]): string[] =>
  unknownVariables(Object.fromEntries(names.map(name => [name, 'a-value'])))

test.each([
  ['RABITMQ_URL', 'RABBITMQ_URL'],
  ['BOOKING_DATABASE_PASSWORD_FIEL', 'BOOKING_DATABASE_PASSWORD_FILE'],
  ['PAYMENT_SIGN_SECRET', 'PAYMENT_SIGNING_SECRET'],
])('%s is reported, and %s is suggested', (name, meant) => {
  expect(warningsFor(name)).toEqual([`${name} is not a configuration variable. Did you mean ${meant}?`])
})

test('a variable of another process is none, and neither is the file of a secret', () => {
  expect(warningsFor('TRUSTED_PROXY', 'ME_BROKER_PASSWORD', 'PG_DUMP_FOLDER', 'DATABASE_ADMIN_URL_FILE')).toEqual([])
})

test('an empty variable is not reported, and no value is repeated', () => {
  expect(unknownVariables({ RABITMQ_URL: '' })).toEqual([])
  expect(unknownVariables({ RABITMQ_URL: 'amqp://hunter2@mq' }).join()).not.toContain('hunter2')
})

test('what Kubernetes sets for Services named as ours is not reported', () => {
  expect(warningsFor('BOOKING_SERVICE_HOST', 'BOOKING_SERVICE_PORT_HTTP', 'BOOKING_PORT_8081_TCP_ADDR')).toEqual([])
  expect(unknownVariables({ BOOKING_PORT: 'tcp://10.0.0.1:8081', DATABASE_PORT: 'tcp://10.0.0.2:5432' })).toEqual([])
})

test('variables of the system, of Node, of platforms and of the images of the servers are not reported', () => {
  const theirs = 'PATH HOSTNAME LOGNAME MAIL NODE_OPTIONS NODE_EXTRA_CA_CERTS GOOGLE_CLOUD_PROJECT'
  const platforms = 'KUBERNETES_SERVICE_HOST K_SERVICE DYNO AWS_REGION NOMAD_PORT_http OTEL_SERVICE_NAME'
  const images = 'POSTGRES_PASSWORD POSTGRES_DB RABBITMQ_DEFAULT_USER RABBITMQ_ERLANG_COOKIE FIREBASE_CONFIG'
  expect(warningsFor(...[theirs, platforms, images].flatMap(names => names.split(' ')))).toEqual([])
})
