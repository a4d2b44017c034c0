/* random_data.h - RRD files of random values, the same for the same times. */
#ifndef RANDOM_DATA_H
#define RANDOM_DATA_H

#include <time.h>

#include "graphs_rig.h"

/* One of two, by the day. */
double random_limit(time_t time);

/* Counters; each thousandth of rx is not known. */
double random_rx(time_t time);
double random_tx(time_t time);

/* Two zones and a trip point up to `now`: more than a year by half an hour, two days by 10 s. */
void random_temperatures(const struct rig *rig, time_t now);

/* 4-1.1 with its link for 4900 s up to `now`: long enough for a known row of a month wherever its
 * rows begin. 6-1 is gone 2000 s before. */
void random_usb(const struct rig *rig, time_t now);

#endif
