// The page's side of the emulated push service; push-device.ts fills in the subscription.
{
  const { endpoint, keys } = subscriptionOfTheTest
  const KEPT = 'test-subscribed'
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => {
      localStorage.removeItem(KEPT)
      return true
    },
  }
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(KEPT) ? subscription : null)
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem(KEPT, 'yes')
    return subscription
  }
}
