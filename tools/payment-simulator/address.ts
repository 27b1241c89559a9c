/** Path of ECPay's AioCheckOut V5. */
export const checkoutPath = '/Cashier/AioCheckOut/V5'

/** What ECPAY_RETURN_URL is as long as nobody sets it: nothing listens there, and the simulator calls nothing. */
export const noReturnUrl = 'http://127.0.0.1:8080/no-payment-service-here'
