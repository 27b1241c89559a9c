import { createInternalKeys } from '@campstore/auth/internal-keys'

/** Values of all variables with which every process starts, also in production. */
export const soundEnvironment: Readonly<Record<string, string>> = {
  PORT: '0',
  DATABASE_URL: 'postgres://campstore_booking:a-password-of-our-own@db/campstore',
  DATABASE_SESSION_URL: 'postgres://campstore_booking:a-password-of-our-own@db-direct/campstore',
  DATABASE_REPLICA_URL: 'postgres://campstore_booking:a-password-of-our-own@db-replica/campstore',
  RABBITMQ_MANAGEMENT_URL: 'http://mq:15672',
  RABBITMQ_URL: 'amqp://campstore_booking:a-password-of-our-own@mq',
  REDIS_URL: 'redis://:a-password-of-our-own@cache',
  FIREBASE_PROJECT_ID: 'a-real-project',
  FIREBASE_CHECK_REVOKED: 'platform',
  PAYMENT_SIGNING_SECRET: '0f9c2b7e41d85a36c07be914f2d6a853',
  ECPAY_CHECKOUT_URL: 'https://payments.example/form',
  ECPAY_MERCHANT_ID: '1',
  ECPAY_HASH_KEY: 'a-key-of-our-own',
  ECPAY_HASH_IV: 'an-iv-of-our-own',
  ECPAY_RETURN_URL: 'https://payments.example/told',
  ...createInternalKeys().environment,
}
