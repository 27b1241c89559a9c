import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError, loadConfig } from './load-config.ts'
import {
  brokerVariables,
  databaseVariables,
  processVariables,
  redisVariables,
  urlList,
  wholeNumber,
} from './variables.ts'

const schema = z.object({
  ...processVariables,
  ...databaseVariables,
  ...brokerVariables,
  ...redisVariables,
  HOLD: wholeNumber(1, 100, 15, 'how long it holds'),
  URLS: urlList('where the others are'),
})
const sound = {
  PORT: '8081',
  DATABASE_URL: 'postgres://role:password@db:5432/campstore',
  RABBITMQ_URL: 'amqp://user:password@mq:5672',
}
const load = (changes: NodeJS.ProcessEnv = {}) => loadConfig(schema, { ...sound, ...changes })

test('what is not given has its default', () => {
  expect(load()).toEqual({
    HOST: '127.0.0.1',
    PORT: 8081,
    LOG_LEVEL: 'info',
    OTEL_TRACES_SAMPLER_ARG: 0.01,
    DATABASE_POOL_SIZE: 10,
    HOLD: 15,
    URLS: [],
    DATABASE_URL: sound.DATABASE_URL,
    RABBITMQ_URL: sound.RABBITMQ_URL,
  })
})

test('a variable of nothing but white space counts as absent, and never as 0', () => {
  expect(load({ HOLD: ' ', PORT: '8081 ', METRICS_PORT: '\t\n' })).toMatchObject({ HOLD: 15, PORT: 8081 })
  expect(() => load({ PORT: ' ' })).toThrow(/^PORT is not set/)
})

test('a list is split at commas, spaces and empty parts dropped', () => {
  expect(load({ URLS: ' http://a:1, https://b:2 ,, ' }).URLS).toEqual(['http://a:1', 'https://b:2'])
})

describe('one line that names the variable, what is wrong, the rule and an example', () => {
  test.each([
    ['PORT', '70000', 'PORT is too big. Set it to a whole number from 0 to 65535: the port to listen on.'],
    ['DATABASE_URL', undefined, 'DATABASE_URL is not set. Set it to a PostgreSQL address'],
    ['REDIS_URL', 'http://cache', 'REDIS_URL is not valid. Set it to a Redis address'],
    ['HOLD', '1.5', 'HOLD is not valid. Set it to a whole number from 1 to 100 (default 15): how long it holds.'],
    ['RABBITMQ_URL', 'amqp://a:100%er@mq', 'RABBITMQ_URL is not valid'],
    ['RABBITMQ_URL', 'amqp://a:b@mq-1/campstore,mq-2', 'RABBITMQ_URL is not valid'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://u:hunter2@collector:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT is not valid'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/v1/traces', 'OTEL_EXPORTER_OTLP_ENDPOINT is not valid'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'OTEL_TRACES_SAMPLER_ARG is too big'],
    ['URLS', 'http://a,ftp://b', 'URLS is not valid. Set it to http addresses separated by commas: where'],
  ])('%s=%s', (variable, value, message) => {
    expect(() => load({ [variable]: value })).toThrow(new RegExp(`^${message.replaceAll(/[().]/g, '\\$&')}`))
    expect(() => load({ [variable]: value })).toThrow(ConfigError)
  })

  test('an invalid secret is not repeated', () => {
    expect(() => load({ DATABASE_URL: 'postgres//u:hunter2@db' })).toThrow(/^(?!.*hunter2)/)
  })
})
