#ifndef SONDE_ESTIMATE_METHOD_FIT_H
#define SONDE_ESTIMATE_METHOD_FIT_H

#include "estimate/method/options.h"

/* All functions are Local. */

/* As estimate_fit (estimate.h), whatever options->classes say. */
struct model *method_fit(const struct estimate_options *options, size_t processes,
			 const struct campaign *const *launches, size_t n, struct error *err);

/* Sets *fits to whether the model can be fitted to the campaign. ERR_* of method_fit but ERR_INPUT. */
enum status method_fits(const struct estimate_options *options, size_t processes, const struct campaign *campaign,
			bool *fits, struct error *err);

/* The model of n links, without parameters: one direction alone stands for all pairs. NULL with ERR_MEMORY. The caller
 * frees it. */
struct model *fit_empty(const struct estimate_options *options, size_t processes, const struct link *links, size_t n,
			struct error *err);

/*
 * Sets what is decided before a fit: how a rendezvous goes on, of classes that have handshakes.
 *
 * - By what the options know, else by the launch and its pair: a switch and a protocol are the library's, the same for
 *   all pairs.
 * - ERR_MEMORY.
 * - Local.
 */
enum status fit_decide(const struct estimate_options *options, const struct campaign *launch, struct model *model,
		       struct error *err);

#endif
