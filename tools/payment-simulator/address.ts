/** Path of ECPay's AioCheckOut V5. */
export const checkoutPath = '/Cashier/AioCheckOut/V5'
