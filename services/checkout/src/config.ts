import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { choice, wholeNumber } from '@campstore/core/config/variables'
import { holdServiceVariables } from '@campstore/holds/config'
import { ecpayVariables } from '@campstore/payments/ecpay'
import { z } from 'zod'

/** Everything that configures the checkout service. */
export const checkoutConfig = z
  .object({
    ...holdServiceVariables,
    ...ecpayVariables,
    REQUIRE_VERIFIED_EMAIL_FOR_COD: choice(
      ['yes', 'no'],
      'no',
      'whether cash on delivery requires a verified e-mail address',
    ),
    WITHDRAWAL_DAYS: wholeNumber(
      0,
      365,
      7,
      'how many days after its completion a customer may send an order back and get the shipping fee too, if all of it comes back; 0: never',
    ),
  })
  .check(authVariablesComplete)

/** The values of {@link checkoutConfig}. */
export type CheckoutConfig = z.output<typeof checkoutConfig>
