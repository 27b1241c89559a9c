/** Path of ECPay's AioCheckOut V5. */
export const checkoutPath = '/Cashier/AioCheckOut/V5'

/** The default of ECPAY_RETURN_URL: nothing listens there, and the simulator does not call it. */
export const noReturnUrl = 'http://127.0.0.1:8080/no-payment-service-here'
