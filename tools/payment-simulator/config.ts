import { infoOf, optional, variable } from '@campstore/core/config/variable'
import { brokerVariables, processVariables } from '@campstore/core/config/variables'
import { holdVariables } from '@campstore/holds/config'
import { ecpayVariables } from '@campstore/payments/ecpay'
import { z } from 'zod'
import { gatewayConfig } from '../../gateway/src/config.ts'

/** Configuration of the payment simulator: the shop's account at ECPay, and how payments reach campstore. */
export const simulatorConfig = z.object({
  ...processVariables,
  NODE_ENV: variable(
    processVariables.NODE_ENV.refine(
      kind => kind !== 'production',
      'is production, and the simulator is for development',
    ),
    { ...infoOf(processVariables.NODE_ENV), rule: 'development or test', example: 'development' },
  ),
  ...brokerVariables,
  PAYMENT_SIGNING_SECRET: holdVariables.PAYMENT_SIGNING_SECRET,
  CHECKOUT_HOLD_SECONDS: holdVariables.CHECKOUT_HOLD_SECONDS,
  ECPAY_MERCHANT_ID: ecpayVariables.ECPAY_MERCHANT_ID,
  ECPAY_HASH_KEY: ecpayVariables.ECPAY_HASH_KEY,
  ECPAY_HASH_IV: ecpayVariables.ECPAY_HASH_IV,
  ECPAY_RETURN_URL: optional(ecpayVariables.ECPAY_RETURN_URL),
  // Members come from these origins, and return to them.
  CORS_ORIGINS: gatewayConfig.shape.CORS_ORIGINS,
})

/** The values of {@link simulatorConfig}. */
export type SimulatorConfig = z.output<typeof simulatorConfig>

/** The shop's account at ECPay. */
export type Shop = Pick<SimulatorConfig, 'ECPAY_MERCHANT_ID' | 'ECPAY_HASH_KEY' | 'ECPAY_HASH_IV'>
