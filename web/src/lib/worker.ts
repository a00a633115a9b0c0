/** Registers the service worker; once it is, this answers the same one. Throws where the browser has none to give. */
export const registerWorker = () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
